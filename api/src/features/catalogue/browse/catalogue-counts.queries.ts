import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import type { Selection } from './on-sale.queries.ts';

/** Products whose sale has ended but which the counts still include, because no job has marked them as over yet. */
export const endedProducts = (now: Date) => sql`from products where is_listed and sellable_until <= ${now}`;

/** Rows to add up: the folded counts, the changes since the last fold, and minus one for each product whose sale ended. */
export const countRows = (now: Date) => sql`
  select category, company, price_paise, count from shelf_counts
  union all
  select category, company, price_paise, change from shelf_changes
  union all
  select category, company, price_paise, -1 ${endedProducts(now)}`;

/** The filters of a selection as a condition on the count rows. */
export function conditionsOf({ category, company, minPaise, maxPaise }: Omit<Selection, 'now'>): RawBuilder<boolean> {
  const given = [
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(company === undefined ? [] : [sql`company = ${company}`]),
    ...(minPaise === undefined ? [] : [sql`price_paise >= ${minPaise}`]),
    ...(maxPaise === undefined ? [] : [sql`price_paise <= ${maxPaise}`]),
  ];
  return given.length > 0 ? sql`${sql.join(given, sql` and `)}` : sql`true`;
}

export async function countOnSale(db: Database, selection: Selection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from (${countRows(selection.now)}) as counts
    where ${conditionsOf(selection)}`.execute(db);
  return rows[0]?.total ?? 0;
}
