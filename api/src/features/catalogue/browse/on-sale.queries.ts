import type { Category } from '@shop/contract/products/categories';
import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import type { SearchMatch } from '../search/search.rules.ts';

/** Selects products on sale; an undefined filter selects all. */
export type Selection = {
  category?: Category | undefined;
  company?: string | undefined;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
  now: Date;
} & Partial<SearchMatch>;

// The first condition must be a literal: it is the predicate of the partial indexes.
export function productsOnSale(db: Database, { category, company, minPaise, maxPaise, all, indexed, now }: Selection) {
  let query = db.selectFrom('products').where('is_listed', '=', sql.lit(true)).where('sellable_until', '>', now);
  if (category) query = query.where('category', '=', category);
  if (company) query = query.where('company', '=', company);
  if (minPaise !== undefined) query = query.where('price_paise', '>=', minPaise);
  if (maxPaise !== undefined) query = query.where('price_paise', '<=', maxPaise);
  if (all !== undefined) query = query.where(sql<boolean>`search @@ ${indexed ?? all}::tsquery`);
  // The function instead of the operator `@@`, because PostgreSQL would use the index for the operator too.
  if (indexed !== undefined) query = query.where(sql<boolean>`ts_match_vq(search, ${all}::tsquery)`);
  return query;
}
