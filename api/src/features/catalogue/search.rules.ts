/** A word of a search, and what the catalogue knows of it. */
export type SearchWord = {
  word: string;
  /** Whether some word of the catalogue is it or begins with it. */
  isKnown: boolean;
  /** The catalogue's words nearest to one that it does not know. */
  nearest: string[];
};

/** Two PostgreSQL tsqueries: `all` decides what is found, `whole` lifts what holds the words in full. */
export type SearchMatch = { all: string; whole: string };

const lexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`;

/**
 * Every word has to be there, whole or begun; one that the catalogue does not know may be there as its nearest.
 * A search without a single word ('!?') matches nothing.
 */
export function searchMatchOf(words: readonly SearchWord[]): SearchMatch {
  const nearestOf = ({ isKnown, nearest }: SearchWord) => (isKnown ? [] : nearest.map(lexeme));
  return {
    all: words.map((asked) => `(${[`${lexeme(asked.word)}:*`, ...nearestOf(asked)].join(' | ')})`).join(' & '),
    whole: words.flatMap((asked) => [lexeme(asked.word), ...nearestOf(asked)]).join(' | '),
  };
}

/** What was searched for instead of words that the catalogue does not know; null when all of them were known. */
export function correctionOf(text: string, words: readonly SearchWord[]): string | null {
  const corrections = new Map(
    words.flatMap(({ word, isKnown, nearest }) => (isKnown || !nearest[0] ? [] : [[word, nearest[0]]])),
  );
  if (corrections.size === 0) return null;
  const shown = text.toLowerCase().replace(/[\p{L}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  return shown === text.toLowerCase() ? [...corrections.values()].join(' ') : shown;
}
