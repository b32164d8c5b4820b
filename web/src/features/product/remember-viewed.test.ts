import { expect, it } from 'vitest';
import { readViewed } from './remember-viewed.ts';

const viewed = { _id: 'one', title: 'Gift Card', company: 'Acme', category: 'Gift Card', image: null };

it.each(['null', '{}', '[', '[null]', '"text"', '[1]', '[{}]', '[{"_id":"one","title":{}}]'])(
  'of a list that is %s nothing is shown',
  (kept) => expect(readViewed(kept)).toEqual([]),
);

it('what can be shown of a list is', () => {
  expect(
    readViewed(JSON.stringify([viewed, null, { ...viewed, image: '/one.webp' }, { ...viewed, image: {} }])),
  ).toEqual([viewed, { ...viewed, image: '/one.webp' }]);
  expect(readViewed(null)).toEqual([]);
});
