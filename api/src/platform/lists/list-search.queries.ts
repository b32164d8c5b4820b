import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { estimateRows } from './list-rows.queries.ts';

/** Matches the text anywhere and literally: what is a wildcard to LIKE is a character to people. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A text that is looked for in `searched`, and the word of it that alone leaves few rows to look at. */
export type SearchedText = { text: string; rareWord: string | null };

type SearchedTable = 'users' | 'products' | 'audit_log' | 'contacts';

// Shorter words have no trigram to be found by; each further word costs a plan.
const WORD = /[\p{L}\p{N}]{3,}/gu;
const WORDS_TRIED = 4;
const FEW_ROWS = 2_000;

/**
 * The trigram index reads the postings of every part of a text, also those of a word that all rows have. When the text
 * holds a rarer word, by the planner's statistics, it is looked up by that word alone.
 */
export async function searchedText(db: Database, table: SearchedTable, text: string): Promise<SearchedText> {
  const words = [...new Set(text.match(WORD))].sort((a, b) => b.length - a.length).slice(0, WORDS_TRIED);
  if (words.length < 2) return { text, rareWord: null };
  let rareWord: string | null = null;
  let fewest = FEW_ROWS;
  for (const word of words) {
    const rows = await estimateRows(db.selectFrom(table).where(hasText({ text: word, rareWord: null })));
    if (rows >= fewest) continue;
    fewest = rows;
    rareWord = word;
  }
  return { text, rareWord };
}

/** Whether a row's searched text holds the text. */
export const hasText = ({ text, rareWord }: SearchedText): RawBuilder<boolean> =>
  rareWord === null
    ? sql`searched like lower(${containing(text)})`
    : sql`(searched like lower(${containing(rareWord)}) and strpos(searched, lower(${text})) > 0)`;
