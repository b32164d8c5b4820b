import { expect, it } from 'vitest';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { avatarSvg } from './avatar.rules.ts';

const shop = shareTestShop();

const fetchAvatar = (name: string) => shop.visitor().fetch<string>(`/avatars/${encodeURIComponent(name)}.svg`);

it('an avatar shows the initials of the name and is the same each time', async () => {
  const { status, headers, body } = await fetchAvatar('Asha Rao');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=86400');
  expect(body).toContain('>AR</text>');
  expect(body).toBe(avatarSvg('Asha Rao'));
});

it.each(['<script>alert(1)</script>', '"&', "' onload='x"])(
  'the avatar of %s contains only escaped text',
  async (name) => {
    const { status, body } = await fetchAvatar(name);
    expect(status).toBe(200);
    const initials = /<text[^>]*>(.*)<\/text><\/svg>$/.exec(body)?.[1] ?? '';
    expect(initials).toMatch(/^([^<>&"']|&#\d+;)+$/);
  },
);

it.each(['/avatars/Asha', `/avatars/${'a'.repeat(51)}.svg`])('the path %s has no avatar', async (path) => {
  expect((await shop.visitor().fetch(path)).status).toBe(404);
});
