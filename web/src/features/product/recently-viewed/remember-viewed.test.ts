import type { Product } from '@shop/contract/products/product';
import { expect, it, vi } from 'vitest';
import { readViewed, rememberViewed } from './remember-viewed.ts';

const viewed = { _id: 'one', title: 'Gift Card', company: 'Acme', category: 'Gift Card', image: null };

it.each(['null', '{}', '[', '[null]', '"text"', '[1]', '[{}]', '[{"_id":"one","title":{}}]'])(
  'the stored list %s yields no recently viewed products',
  (stored) => expect(readViewed(stored)).toEqual([]),
);

it('valid entries of a damaged list are still shown', () => {
  expect(
    readViewed(JSON.stringify([viewed, null, { ...viewed, image: '/one.webp' }, { ...viewed, image: {} }])),
  ).toEqual([viewed, { ...viewed, image: '/one.webp' }]);
  expect(readViewed(null)).toEqual([]);
});

it('the recently viewed list keeps the newest nine products without duplicates', () => {
  let stored = '[]';
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: (_: string, list: string) => (stored = list) });
  for (const _id of [...'0123456789', '5']) rememberViewed({ ...viewed, _id, images: [] } as unknown as Product);
  vi.unstubAllGlobals();
  expect(readViewed(stored).map(({ _id }) => _id)).toEqual([...'598764321']);
});
