/** A word of a search, and what the catalogue knows of it. */
export type SearchWord = {
  word: string;
  /** The catalogue's words that are it or begin with it: all of them, or one more than `MOST_BEGUN`. */
  begun: string[];
  /** The catalogue's words nearest to one that it does not know. */
  nearest: string[];
};

/** A word of the catalogue that may be meant by one of a search. */
export type NearWord = { word: string; near: string; edits: number };

/** So many words are looked for one by one; of more, the index is asked for whatever begins so, which it reads whole. */
export const MOST_BEGUN = 8;

/** To compare a word with all of the catalogue costs as much as a search: of more than these nobody has mistyped each. */
export const MOST_COMPARED = 6;

/** Which part of all products hold a word, of those words that are common. */
export type CommonWords = ReadonlyMap<string, number>;

/**
 * PostgreSQL tsqueries: `all` decides what is found; of what is found, `begun` and `whole` say how well it matches, and
 * `whole` lifts what holds the words in full. `sought` is the part of `all` that the index is asked for, unless it is
 * the whole: what it finds is then compared with `all`.
 */
export type SearchMatch = { all: string; sought?: string | undefined; begun: string; whole: string };

const lexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;
const either = (alternatives: string[]) => `(${alternatives.join(' | ')})`;

const isAnyBegun = ({ begun }: SearchWord) => begun.length > MOST_BEGUN;
/** A word that the catalogue does not know may be there as its nearest. */
const alternatives = ({ word, begun, nearest }: SearchWord) => (begun.length > 0 ? begun : [word, ...nearest]);
const found = (word: SearchWord) =>
  isAnyBegun(word) ? `${lexeme(word.word)}:*` : either(alternatives(word).map(lexeme));

// Rarer than this, words are not told apart: PostgreSQL knows the share of about the thousand most common ones.
const RARE = 0.001;
// To go through all that the index knows of a word takes about as long as to read a tenth as many products.
const MUCH_MORE_COMMON = 10;

function shareOf(word: SearchWord, common: CommonWords): number {
  const shares = isAnyBegun(word)
    ? [...common].flatMap(([known, share]) => (known.startsWith(word.word) ? [share] : []))
    : alternatives(word).map((known) => common.get(known) ?? 0);
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Where most products are gift cards, the index would go through all of them for these two words, to find the few. */
function soughtOf(words: readonly SearchWord[], common: CommonWords): string | undefined {
  const shares = words.map((word) => shareOf(word, common));
  const most = MUCH_MORE_COMMON * Math.max(RARE, Math.min(...shares));
  const sought = words.filter((_, index) => (shares[index] ?? 0) <= most);
  return sought.length < words.length ? sought.map(found).join(' & ') : undefined;
}

/** The words that somebody has typed to their end: all but the last, and that too before a space. */
export const typedToTheEnd = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?=[^\p{L}\p{M}\p{N}])/gu));

/** Of a known word that is complete, whatever else begins so is not meant. */
export const completed = (words: readonly SearchWord[], complete: ReadonlySet<string>): SearchWord[] =>
  words.map((known) =>
    complete.has(known.word) && known.begun[0] === known.word ? { ...known, begun: [known.word] } : known,
  );

/** Every word has to be there, whole or begun. A search without a single word ('!?') matches nothing. */
export function searchMatchOf(words: readonly SearchWord[], common: CommonWords): SearchMatch {
  const begun = ({ word, nearest }: SearchWord) => either([`${lexeme(word)}:*`, ...nearest.map(lexeme)]);
  return {
    all: words.map(found).join(' & '),
    sought: soughtOf(words, common),
    begun: words.map(begun).join(' & '),
    whole: words.flatMap(({ word, nearest }) => [word, ...nearest].map(lexeme)).join(' | '),
  };
}

/** What a search may mean at most: every word, whole or begun, or any that is near to it. */
export const widestMatchOf = (words: readonly SearchWord[], near: readonly NearWord[]): string =>
  searchMatchOf(
    words.map(({ word }) => ({
      word,
      begun: [],
      nearest: near.filter((it) => it.word === word).map(({ near }) => near),
    })),
    new Map(),
  ).begun;

/** The words of a search among those that are on sale: known where one of them begins so, otherwise the nearest. */
export function knownOnSale(
  words: readonly SearchWord[],
  near: readonly NearWord[],
  onSale: ReadonlySet<string>,
): SearchWord[] {
  return words.map(({ word, begun }) => {
    if ([...onSale].some((known) => known.startsWith(word))) return { word, begun, nearest: [] };
    const offered = near.filter((it) => it.word === word && onSale.has(it.near));
    const edits = Math.min(...offered.map((it) => it.edits));
    return { word, begun: [], nearest: offered.filter((it) => it.edits === edits).map((it) => it.near) };
  });
}

/** What was searched for instead of words that the catalogue does not know; null when all of them were known. */
export function correctionOf(text: string, words: readonly SearchWord[]): string | null {
  const corrections = new Map(words.flatMap(({ word, nearest: [nearest] }) => (nearest ? [[word, nearest]] : [])));
  if (corrections.size === 0) return null;
  const shown = text.toLowerCase().replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  return shown === text.toLowerCase() ? [...corrections.values()].join(' ') : shown;
}
