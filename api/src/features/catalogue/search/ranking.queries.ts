import { sql } from 'kysely';
import { writtenOnce } from '../../../platform/database/planned-once.ts';
import type { RowRange } from '../../../platform/lists/page.ts';
import { productsOnSale, type Selection } from '../browse/on-sale.queries.ts';
import type { SearchMatch } from './search.rules.ts';

/** The most matches to rank: a common word may match every product. */
export const RANKED_MAX = 1_000;
/** The most matches to count in the same statement, which costs less than a second read. */
export const COUNTED_MAX = 2_500;
/** Suggestions rank fewer matches, because the user can type on to narrow them. */
export const SUGGEST_RANKED_MAX = 200;

type Matching = Selection & SearchMatch;

const relevance = ({ prefixes, wholeWords }: SearchMatch) =>
  sql<number>`2 * ts_rank(search, ${wholeWords}::tsquery) + ts_rank(search, ${prefixes}::tsquery)`;

const bestOfNewest = ({ ranked, counted }: { ranked: number; counted: number }) =>
  writtenOnce((db, { limit, offset, ...selection }: Matching & RowRange) => {
    const matches = productsOnSale(db, selection)
      .select(['id', 'created_at', 'search'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(counted));
    const newest = db
      .selectFrom(matches.as('matches'))
      .select(['id', 'created_at', 'search', sql<number>`count(*) over ()`.as('found')])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(ranked));
    return db
      .selectFrom(newest.as('newest'))
      .select(['id', 'found'])
      .orderBy(relevance(selection), 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .compile();
  });

/** The best of the newest matches, each with the number of matches, counted up to `COUNTED_MAX`. */
export const listRanked = bestOfNewest({ ranked: RANKED_MAX, counted: COUNTED_MAX });
export const listSuggested = bestOfNewest({ ranked: SUGGEST_RANKED_MAX, counted: SUGGEST_RANKED_MAX });
