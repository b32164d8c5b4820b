import { expect, it } from 'vitest';
import { completed, MOST_BEGUN, searchMatchOf, typedToTheEnd } from './search.rules.ts';

const known = (word: string) => ({ word, begun: [word], nearest: [] });
const begunByMany = (word: string) => ({ word, begun: Array(MOST_BEGUN + 1).fill(word), nearest: [] });
const common = new Map([
  ['gift', 0.9],
  ['card', 0.8],
  ['amazon', 0.02],
  ['zomato', 0.01],
]);
const soughtFor = (...words: Parameters<typeof searchMatchOf>[0]) => searchMatchOf(words, common).sought;

it('the index lookup leaves out very common words; the filter keeps all words', () => {
  const words = [known('amazon'), known('gift'), known('card')];
  expect(searchMatchOf(words, common)).toMatchObject({
    sought: "('amazon')",
    all: "('amazon') & ('gift') & ('card')",
  });
  expect(soughtFor(known('gift'), known('quokka'))).toBe("('quokka')");
});

it('the index lookup uses all words if none is much more common than the others', () => {
  expect(soughtFor(known('gift'), known('card'))).toBeUndefined();
  expect(soughtFor(known('amazon'), known('zomato'))).toBeUndefined();
  expect(soughtFor(known('amazon'))).toBeUndefined();
  expect(soughtFor()).toBeUndefined();
  expect(searchMatchOf([known('amazon'), known('gift')], new Map()).sought).toBeUndefined();
});

it('the share of a prefix is the sum over all words that begin with it', () => {
  expect(soughtFor(begunByMany('g'), known('amazon'))).toBe("('amazon')");
  expect(soughtFor(begunByMany('q'), known('gift'))).toBe("'q':*");
});

it('a finished known word matches only itself, not longer words', () => {
  const begun = (word: string, ...longer: string[]) => ({ word, begun: [word, ...longer], nearest: [] });
  const typed = (text: string) =>
    searchMatchOf(completed([begun('amazon', 'amazonia'), begun('gift', 'gifts')], typedToTheEnd(text)), new Map()).all;
  expect(typed('amazon')).toBe("('amazon' | 'amazonia') & ('gift' | 'gifts')");
  expect(typed('Amazon gift')).toBe("('amazon') & ('gift' | 'gifts')");
  expect(typed('amazon gift ')).toBe("('amazon') & ('gift')");
  const unknown = { word: 'amaz', begun: ['amazon'], nearest: [] };
  expect(completed([unknown], typedToTheEnd('amaz g'))).toEqual([unknown]);
});
