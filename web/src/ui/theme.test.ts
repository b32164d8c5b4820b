import { expect, it } from 'vitest';
import { themeAttribute, themeCookie } from './theme.ts';

it('the system theme sets no data-theme attribute', () => {
  expect(themeAttribute('system')).toBeUndefined();
  expect(themeAttribute('dark')).toBe('dark');
});

it('the theme cookie is host-bound and secure on HTTPS only', () => {
  expect(themeCookie('dark', 'https:')).toMatch(/^__Host-theme=dark; Path=\/; .*; Secure$/);
  expect(themeCookie('dark', 'http:')).toMatch(/^theme=dark; (?!.*Secure)/);
});
