import type { Suggestion } from '@shop/contract/catalogue';
import { type CompiledQuery, sql } from 'kysely';
import { writtenOnce } from '../../platform/planned-once.ts';
import type { Database } from '../../tables.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';
import type { SearchMatch } from './search.rules.ts';

/** How many matches are ranked at most: a common word has as many as there are products. */
export const RANKED = 1_000;

type Matching = Selection & SearchMatch;

const relevance = ({ begun, whole }: SearchMatch) =>
  sql<number>`2 * ts_rank(search, ${whole}::tsquery) + ts_rank(search, ${begun}::tsquery)`;

const newestMatches = (db: Database, selection: Matching) =>
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

const SUGGESTIONS = 8;

/** The best of the newest matches. */
export const listSuggestions = writtenOnce((db, matching: Matching): CompiledQuery<Suggestion> => {
  const candidates = newestMatches(db, matching).select(['id', 'title', 'company', 'category', 'search']);
  const best = db
    .selectFrom(candidates.as('candidates'))
    .select(['id as _id', 'title', 'company', 'category', relevance(matching).as('rank')])
    .orderBy('rank', 'desc')
    .orderBy('title')
    .orderBy('id')
    .limit(SUGGESTIONS);
  return db
    .selectFrom(best.as('best'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('units')
          .whereRef('product_id', '=', 'best._id')
          .where('state', '=', sql.lit('available'))
          .where('expires_at', '>', matching.now),
      ),
    )
    .select(['_id', 'title', 'company', 'category'])
    .orderBy('rank', 'desc')
    .orderBy('title')
    .orderBy('_id')
    .compile();
});
