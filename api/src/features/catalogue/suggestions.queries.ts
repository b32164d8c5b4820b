import type { Suggestion } from '@shop/contract/catalogue';
import { type CompiledQuery, sql } from 'kysely';
import { writtenOnce } from '../../platform/planned-once.ts';
import { type Matching, newestMatches, relevance } from './ranking.queries.ts';

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
