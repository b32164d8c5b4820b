import { expect, it } from 'vitest';
import { finishedWords, LISTED_WORDS_MAX, searchMatchOf, withFinishedWords } from './search.rules.ts';

const known = (word: string) => ({ word, completions: [word], nearest: [] });
const manyCompletions = (word: string) => ({ word, completions: Array(LISTED_WORDS_MAX + 1).fill(word), nearest: [] });
const common = new Map([
  ['gift', 0.9],
  ['card', 0.8],
  ['amazon', 0.02],
  ['zomato', 0.01],
]);
const indexedFor = (...words: Parameters<typeof searchMatchOf>[0]) => searchMatchOf(words, common).indexed;

it('the index lookup leaves out very common words; the filter keeps all words', () => {
  const words = [known('amazon'), known('gift'), known('card')];
  expect(searchMatchOf(words, common)).toMatchObject({
    indexed: "('amazon')",
    all: "('amazon') & ('gift') & ('card')",
  });
  expect(indexedFor(known('gift'), known('quokka'))).toBe("('quokka')");
});

it('the index lookup uses all words if none is much more common than the others', () => {
  expect(indexedFor(known('gift'), known('card'))).toBeUndefined();
  expect(indexedFor(known('amazon'), known('zomato'))).toBeUndefined();
  expect(indexedFor(known('amazon'))).toBeUndefined();
  expect(indexedFor()).toBeUndefined();
  expect(searchMatchOf([known('amazon'), known('gift')], new Map()).indexed).toBeUndefined();
});

it('the share of a prefix is the sum over all words that begin with it', () => {
  expect(indexedFor(manyCompletions('g'), known('amazon'))).toBe("('amazon')");
  expect(indexedFor(manyCompletions('q'), known('gift'))).toBe("'q':*");
});

it('a finished known word matches only itself, not longer words', () => {
  const withLonger = (word: string, ...longer: string[]) => ({ word, completions: [word, ...longer], nearest: [] });
  const typed = (text: string) =>
    searchMatchOf(
      withFinishedWords([withLonger('amazon', 'amazonia'), withLonger('gift', 'gifts')], finishedWords(text)),
      new Map(),
    ).all;
  expect(typed('amazon')).toBe("('amazon' | 'amazonia') & ('gift' | 'gifts')");
  expect(typed('Amazon gift')).toBe("('amazon') & ('gift' | 'gifts')");
  expect(typed('amazon gift ')).toBe("('amazon') & ('gift')");
  const unknown = { word: 'amaz', completions: ['amazon'], nearest: [] };
  expect(withFinishedWords([unknown], finishedWords('amaz g'))).toEqual([unknown]);
});
