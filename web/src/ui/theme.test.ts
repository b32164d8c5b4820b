import { describe, expect, it } from 'vitest';
import { themeAttribute, themeCookie, themeFromCookie } from './theme.ts';

describe('themeFromCookie', () => {
  it.each([
    ['theme=dark', 'dark'],
    ['session=abc; theme=light; other=1', 'light'],
    ['mytheme=dark', 'system'],
    ['theme=system', 'system'],
    ['theme="><script>', 'system'],
    [undefined, 'system'],
  ])('reads %s as %s', (cookies, theme) => {
    expect(themeFromCookie(cookies)).toBe(theme);
  });
});

it('leaves the attribute out while the system decides', () => {
  expect(themeAttribute('system')).toBeUndefined();
  expect(themeAttribute('dark')).toBe('dark');
});

it('keeps the choice to secure pages where the shop is one', () => {
  expect(themeCookie('dark', 'https:')).toMatch(/^theme=dark; .*; Secure$/);
  expect(themeCookie('dark', 'http:')).not.toContain('Secure');
});
