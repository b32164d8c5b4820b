import type { Category } from '@shop/contract/categories';
import { sql } from 'kysely';
import { writtenOnce } from '../../platform/planned-once.ts';
import type { Database } from '../../tables.ts';
import type { SearchMatch } from './search.rules.ts';

/** Which products on sale are meant; what is undefined does not matter. */
export type Selection = {
  category?: Category | undefined;
  company?: string | undefined;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
  now: Date;
} & Partial<SearchMatch>;

// The first condition is that of the partial indexes.
export function productsOnSale(db: Database, { category, company, minPaise, maxPaise, all, sought, now }: Selection) {
  let query = db.selectFrom('products').where('is_listed', '=', sql.lit(true)).where('sellable_until', '>', now);
  if (category) query = query.where('category', '=', category);
  if (company) query = query.where('company', '=', company);
  if (minPaise !== undefined) query = query.where('price_paise', '>=', minPaise);
  if (maxPaise !== undefined) query = query.where('price_paise', '<=', maxPaise);
  if (all !== undefined) query = query.where(sql<boolean>`search @@ ${sought ?? all}::tsquery`);
  // The function and not the operator, which the index would be asked for too.
  if (sought !== undefined) query = query.where(sql<boolean>`ts_match_vq(search, ${all}::tsquery)`);
  return query;
}

type Like = { except: string; limit: number; now: Date };

const newestLike = (selection: (value: string) => Partial<Selection>) =>
  writtenOnce((db, { value, except, limit, now }: Like & { value: string }) =>
    productsOnSale(db, { ...selection(value), now })
      .where('id', '<>', except)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .compile(),
  );
const ofCompany = newestLike((company) => ({ company }));
const ofCategory = newestLike((category) => ({ category: category as Category }));

/** Ids of the newest on sale from the same company as a product. */
export const listIdsOfCompany = async (db: Database, company: string, like: Like): Promise<string[]> =>
  (await ofCompany(db, { value: company, ...like })).map(({ id }) => id);

/** Ids of the newest on sale in the same category as a product. */
export const listIdsOfCategory = async (db: Database, category: Category, like: Like): Promise<string[]> =>
  (await ofCategory(db, { value: category, ...like })).map(({ id }) => id);
