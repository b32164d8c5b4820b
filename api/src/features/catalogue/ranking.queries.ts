import { sql } from 'kysely';
import { writtenOnce } from '../../platform/planned-once.ts';
import type { Database } from '../../tables.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';
import type { SearchMatch } from './search.rules.ts';

/** How many matches are ranked at most: a common word has as many as there are products. */
export const RANKED = 1_000;

export type Matching = Selection & SearchMatch;

export const relevance = ({ begun, whole }: SearchMatch) =>
  sql<number>`2 * ts_rank(search, ${whole}::tsquery) + ts_rank(search, ${begun}::tsquery)`;

export const newestMatches = (db: Database, selection: Matching) =>
  productsOnSale(db, selection).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(sql.lit(RANKED));

/** The best of the newest matches, each with the number of these. */
export const listRanked = writtenOnce(
  (db, { limit, offset, ...selection }: Matching & { limit: number; offset: number }) =>
    db
      .selectFrom(newestMatches(db, selection).select(['id', 'created_at', 'search']).as('matches'))
      .select(['id', sql<number>`count(*) over ()`.as('found')])
      .orderBy(relevance(selection), 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .compile(),
);
