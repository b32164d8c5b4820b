import { describe, expect, it } from 'vitest';
import { themeAttribute, themeFromCookie } from './theme.ts';

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
