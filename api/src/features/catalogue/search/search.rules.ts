/** A word of a search with the matching words of the catalogue. */
export type SearchWord = {
  word: string;
  /** Catalogue words that equal it or begin with it, up to `MOST_BEGUN` + 1. */
  begun: string[];
  /** The nearest catalogue words, if the catalogue does not have the word. */
  nearest: string[];
};

/** `near` is a catalogue word that the user may have meant by `word`. */
export type NearWord = { word: string; near: string; edits: number };

/** Up to this many words are listed one by one in the query. Beyond it, the query uses a prefix, which is slower. */
export const MOST_BEGUN = 8;

/** The most words to correct. Comparing one word with the whole catalogue costs as much as a search. */
export const MOST_COMPARED = 6;

/** For each common word, the share of products that contain it (0 to 1). */
export type CommonWords = ReadonlyMap<string, number>;

/**
 * PostgreSQL tsqueries. `all` decides which products match. `begun` and `whole` rank the matches; `whole` prefers full
 * words. `sought` is the part of `all` that is looked up in the index, if not all of it; the result is then filtered by
 * `all`.
 */
export type SearchMatch = { all: string; sought?: string | undefined; begun: string; whole: string };

const lexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;
const either = (alternatives: string[]) => `(${alternatives.join(' | ')})`;

const isAnyBegun = ({ begun }: SearchWord) => begun.length > MOST_BEGUN;
/** An unknown word also stands for the words nearest to it. */
const alternatives = ({ word, begun, nearest }: SearchWord) => (begun.length > 0 ? begun : [word, ...nearest]);
const found = (word: SearchWord) =>
  isAnyBegun(word) ? `${lexeme(word.word)}:*` : either(alternatives(word).map(lexeme));

// PostgreSQL only stores the shares of about a thousand common words, so all rarer words count as equally rare.
const RARE = 0.001;
// Reading the index entries of a word takes about as long as reading a tenth as many products.
const MUCH_MORE_COMMON = 10;

function shareOf(word: SearchWord, common: CommonWords): number {
  const shares = isAnyBegun(word)
    ? [...common].flatMap(([known, share]) => (known.startsWith(word.word) ? [share] : []))
    : alternatives(word).map((known) => common.get(known) ?? 0);
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Leaves very common words out of the index lookup: for "gift card" the index might read most of its entries. */
function soughtOf(words: readonly SearchWord[], common: CommonWords): string | undefined {
  const shares = words.map((word) => shareOf(word, common));
  const most = MUCH_MORE_COMMON * Math.max(RARE, Math.min(...shares));
  const sought = words.filter((_, index) => (shares[index] ?? 0) <= most);
  return sought.length < words.length ? sought.map(found).join(' & ') : undefined;
}

/** The finished words of a text: all but the last one, which is only finished if a space or sign follows. */
export const typedToTheEnd = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?=[^\p{L}\p{M}\p{N}])/gu));

/** A finished word that the catalogue has stands for itself only, not for longer words that begin with it. */
export const completed = (words: readonly SearchWord[], complete: ReadonlySet<string>): SearchWord[] =>
  words.map((known) =>
    complete.has(known.word) && known.begun[0] === known.word ? { ...known, begun: [known.word] } : known,
  );

/** Every word must match, as a whole word or as a prefix. A search without any word ('!?') matches nothing. */
export function searchMatchOf(words: readonly SearchWord[], common: CommonWords): SearchMatch {
  const begun = ({ word, nearest }: SearchWord) => either([`${lexeme(word)}:*`, ...nearest.map(lexeme)]);
  return {
    all: words.map(found).join(' & '),
    sought: soughtOf(words, common),
    begun: words.map(begun).join(' & '),
    whole: words.flatMap(({ word, nearest }) => [word, ...nearest].map(lexeme)).join(' | '),
  };
}

/** The widest possible match: each word as a whole, as a prefix, or as any word near to it. */
export const widestMatchOf = (words: readonly SearchWord[], near: readonly NearWord[]): string =>
  searchMatchOf(
    words.map(({ word }) => ({
      word,
      begun: [],
      nearest: near.filter((it) => it.word === word).map(({ near }) => near),
    })),
    new Map(),
  ).begun;

/** Keeps a word if a word on sale begins with it; otherwise replaces it by the nearest words on sale. */
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

/** The text with its corrected words; null if every word was known. */
export function correctionOf(text: string, words: readonly SearchWord[]): string | null {
  const corrections = new Map(words.flatMap(({ word, nearest: [nearest] }) => (nearest ? [[word, nearest]] : [])));
  if (corrections.size === 0) return null;
  const shown = text.toLowerCase().replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  return shown === text.toLowerCase() ? [...corrections.values()].join(' ') : shown;
}
