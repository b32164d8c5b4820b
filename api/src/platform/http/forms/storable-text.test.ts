import { expect, it } from 'vitest';
import { isWellFormed } from './storable-text.ts';

const HALF = '\uD83D';

it.each([[HALF], [[HALF]], [{ name: HALF }], [{ lists: [['whole', HALF]] }]])(
  'isWellFormed refuses half a character in %j',
  (input: unknown) => expect(isWellFormed(input)).toBe(false),
);

it('isWellFormed accepts whole characters at any depth', () => {
  let deep: unknown = '👍';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(isWellFormed([deep, null, undefined, 1, true, { name: '👍' }])).toBe(true);
});
