import { sql } from 'kysely';
import { writtenOnce } from '../../../platform/database/planned-once.ts';
import type { RowRange } from '../../../platform/lists/page.ts';
import { productsOnSale, type Selection } from '../browse/on-sale.queries.ts';
import type { SearchMatch } from './search.rules.ts';

/** How many matches are ranked at most: a common word has as many as there are products. */
export const RANKED = 1_000;
/** How many are counted on the way, which costs less than to read them again. */
export const COUNTED = 2_500;
/** For suggestions the best of fewer will do: whoever knows more of what is wanted types on. */
export const RANKED_TO_SUGGEST = 200;

type Matching = Selection & SearchMatch;

const relevance = ({ begun, whole }: SearchMatch) =>
  sql<number>`2 * ts_rank(search, ${whole}::tsquery) + ts_rank(search, ${begun}::tsquery)`;

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

/** The best of the newest matches, each with how many there are, or `COUNTED`. */
export const listRanked = bestOfNewest({ ranked: RANKED, counted: COUNTED });
export const listSuggested = bestOfNewest({ ranked: RANKED_TO_SUGGEST, counted: RANKED_TO_SUGGEST });
