import { expect, it } from 'vitest';
import { themeAttribute, themeCookie } from './theme.ts';

it('leaves the attribute out while the system decides', () => {
  expect(themeAttribute('system')).toBeUndefined();
  expect(themeAttribute('dark')).toBe('dark');
});

it('keeps the choice to secure pages where the shop is one', () => {
  expect(themeCookie('dark', 'https:')).toMatch(/^__Host-theme=dark; Path=\/; .*; Secure$/);
  expect(themeCookie('dark', 'http:')).toMatch(/^theme=dark; (?!.*Secure)/);
});
