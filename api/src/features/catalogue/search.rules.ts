/** A word of a search, and what the catalogue knows of it. */
export type SearchWord = {
  word: string;
  /** The catalogue's words that are it or begin with it: all of them, or one more than `MOST_BEGUN`. */
  begun: string[];
  /** The catalogue's words nearest to one that it does not know. */
  nearest: string[];
};

/** So many words are looked for one by one; of more, the index is asked for whatever begins so, which it reads whole. */
export const MOST_BEGUN = 8;

/**
 * Three PostgreSQL tsqueries: `all` decides what is found; of what is found, `begun` and `whole` say how well it matches,
 * and `whole` lifts what holds the words in full.
 */
export type SearchMatch = { all: string; begun: string; whole: string };

const lexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;
const either = (alternatives: string[]) => `(${alternatives.join(' | ')})`;

/**
 * Every word has to be there, whole or begun; one that the catalogue does not know may be there as its nearest.
 * A search without a single word ('!?') matches nothing.
 */
export function searchMatchOf(words: readonly SearchWord[]): SearchMatch {
  const found = ({ word, begun, nearest }: SearchWord) => {
    if (begun.length > MOST_BEGUN) return `${lexeme(word)}:*`;
    return either((begun.length > 0 ? begun : [word, ...nearest]).map(lexeme));
  };
  const begun = ({ word, nearest }: SearchWord) => either([`${lexeme(word)}:*`, ...nearest.map(lexeme)]);
  return {
    all: words.map(found).join(' & '),
    begun: words.map(begun).join(' & '),
    whole: words.flatMap(({ word, nearest }) => [word, ...nearest].map(lexeme)).join(' | '),
  };
}

/** What was searched for instead of words that the catalogue does not know; null when all of them were known. */
export function correctionOf(text: string, words: readonly SearchWord[]): string | null {
  const corrections = new Map(words.flatMap(({ word, nearest: [nearest] }) => (nearest ? [[word, nearest]] : [])));
  if (corrections.size === 0) return null;
  const shown = text.toLowerCase().replace(/[\p{L}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  return shown === text.toLowerCase() ? [...corrections.values()].join(' ') : shown;
}
