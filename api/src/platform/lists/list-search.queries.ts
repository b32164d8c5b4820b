import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { estimateRows } from './list-rows.queries.ts';

/** A LIKE pattern that finds the text anywhere. Wildcards in the text stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A text to find in the column `searched`, and one word of it that matches few rows, if there is one. */
export type SearchedText = { text: string; rareWord: string | null };

type SearchedTable = 'users' | 'products' | 'audit_log' | 'contacts';

// A trigram index needs three characters. Each tried word costs one call of the planner.
const WORD = /[\p{L}\p{N}]{3,}/gu;
const WORDS_TRIED = 4;
const FEW_ROWS = 2_000;

/**
 * A search by trigram index reads the entries of every part of the text, even of a word that is in all rows. If the planner
 * estimates that one word matches few rows, the index is searched for that word alone.
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

/** A condition: the row's column `searched` contains the text. */
export const hasText = ({ text, rareWord }: SearchedText): RawBuilder<boolean> =>
  rareWord === null
    ? sql`searched like lower(${containing(text)})`
    : sql`(searched like lower(${containing(rareWord)}) and strpos(searched, lower(${text})) > 0)`;
