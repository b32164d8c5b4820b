/** A word of a search with the matching words of the catalogue. */
export type SearchWord = {
  word: string;
  /** Catalogue words that equal it or begin with it, up to `LISTED_WORDS_MAX` + 1. */
  completions: string[];
  /** The nearest catalogue words, if the catalogue does not have the word. */
  nearest: string[];
};

/** `near` is a catalogue word that the user may have meant by `word`. */
export type NearWord = { word: string; near: string; edits: number };

/** Up to this many words are listed one by one in the query. Beyond it, the query uses a prefix, which is slower. */
export const LISTED_WORDS_MAX = 8;

/** The most words to correct. Comparing one word with the whole catalogue costs as much as a search. */
export const CORRECTED_WORDS_MAX = 6;

/** For each common word, the share of products that contain it (0 to 1). */
export type CommonWords = ReadonlyMap<string, number>;

/**
 * PostgreSQL tsqueries. `all` decides which products match; `prefixes` and `wholeWords` rank the matches. `indexed` is the
 * part of `all` that is looked up in the index, unless it is the whole; its result is then filtered by `all`.
 */
export type SearchMatch = { all: string; indexed?: string | undefined; prefixes: string; wholeWords: string };

const lexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;
const anyOf = (alternatives: string[]) => `(${alternatives.join(' | ')})`;

const hasManyCompletions = ({ completions }: SearchWord) => completions.length > LISTED_WORDS_MAX;
/** An unknown word also stands for the words nearest to it. */
const alternatives = ({ word, completions, nearest }: SearchWord) =>
  completions.length > 0 ? completions : [word, ...nearest];
const queryOf = (word: SearchWord) =>
  hasManyCompletions(word) ? `${lexeme(word.word)}:*` : anyOf(alternatives(word).map(lexeme));

// PostgreSQL only stores the shares of about a thousand common words, so all rarer words count as equally rare.
const RARE = 0.001;
// Reading the index entries of a word takes about as long as reading a tenth as many products.
const MUCH_MORE_COMMON = 10;

function shareOf(word: SearchWord, common: CommonWords): number {
  const shares = hasManyCompletions(word)
    ? [...common].flatMap(([known, share]) => (known.startsWith(word.word) ? [share] : []))
    : alternatives(word).map((known) => common.get(known) ?? 0);
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Leaves very common words out of the index lookup: for "gift card" the index might read most of its entries. */
function indexedPartOf(words: readonly SearchWord[], common: CommonWords): string | undefined {
  const shares = words.map((word) => shareOf(word, common));
  const most = MUCH_MORE_COMMON * Math.max(RARE, Math.min(...shares));
  const indexed = words.filter((_, index) => (shares[index] ?? 0) <= most);
  return indexed.length < words.length ? indexed.map(queryOf).join(' & ') : undefined;
}

/** The finished words of a text: all but the last one, which is only finished if a space or sign follows. */
export const finishedWords = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?=[^\p{L}\p{M}\p{N}])/gu));

/** A finished word that the catalogue has stands for itself only, not for longer words that begin with it. */
export const withFinishedWords = (words: readonly SearchWord[], complete: ReadonlySet<string>): SearchWord[] =>
  words.map((known) =>
    complete.has(known.word) && known.completions[0] === known.word ? { ...known, completions: [known.word] } : known,
  );

/** Every word must match, as a whole word or as a prefix. A search without any word ('!?') matches nothing. */
export function searchMatchOf(words: readonly SearchWord[], common: CommonWords): SearchMatch {
  const byPrefix = ({ word, nearest }: SearchWord) => anyOf([`${lexeme(word)}:*`, ...nearest.map(lexeme)]);
  return {
    all: words.map(queryOf).join(' & '),
    indexed: indexedPartOf(words, common),
    prefixes: words.map(byPrefix).join(' & '),
    wholeWords: words.flatMap(({ word, nearest }) => [word, ...nearest].map(lexeme)).join(' | '),
  };
}

/** The widest possible match: each word as a whole, as a prefix, or as any word near to it. */
export const widestMatchOf = (words: readonly SearchWord[], near: readonly NearWord[]): string =>
  searchMatchOf(
    words.map(({ word }) => ({
      word,
      completions: [],
      nearest: near.filter((it) => it.word === word).map(({ near }) => near),
    })),
    new Map(),
  ).prefixes;

/** Keeps a word if a word on sale begins with it; otherwise replaces it by the nearest words on sale. */
export function correctedOnSale(
  words: readonly SearchWord[],
  near: readonly NearWord[],
  onSale: ReadonlySet<string>,
): SearchWord[] {
  return words.map(({ word, completions }) => {
    if ([...onSale].some((known) => known.startsWith(word))) return { word, completions, nearest: [] };
    const offered = near.filter((it) => it.word === word && onSale.has(it.near));
    const edits = Math.min(...offered.map((it) => it.edits));
    return { word, completions: [], nearest: offered.filter((it) => it.edits === edits).map((it) => it.near) };
  });
}

/** The text with its corrected words; null if every word was known. */
export function correctionOf(text: string, words: readonly SearchWord[]): string | null {
  const corrections = new Map(words.flatMap(({ word, nearest: [nearest] }) => (nearest ? [[word, nearest]] : [])));
  if (corrections.size === 0) return null;
  const shown = text.toLowerCase().replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  return shown === text.toLowerCase() ? [...corrections.values()].join(' ') : shown;
}
