import { type RawBuilder, sql } from 'kysely';
import type { DayCount } from '../../platform/list-counts.queries.ts';
import type { Database } from '../../tables.ts';
import type { Selection } from './on-sale.queries.ts';

/** What is counted as listed though its time is over: until a job marks it, it is taken off here. */
const over = (now: Date) => sql`from products where is_listed and sellable_until <= ${now}`;

/** How many products of each kind are on sale: counted, changed since, over since. To be added up. */
export const shelf = (now: Date) => sql`
  select category, company, price_paise, count from shelf_counts
  union all
  select category, company, price_paise, change from shelf_changes
  union all
  select category, company, price_paise, -1 ${over(now)}`;

/** Which kinds are meant. */
export function conditions({ category, company, minPaise, maxPaise }: Omit<Selection, 'now'>): RawBuilder<boolean> {
  const given = [
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(company === undefined ? [] : [sql`company = ${company}`]),
    ...(minPaise === undefined ? [] : [sql`price_paise >= ${minPaise}`]),
    ...(maxPaise === undefined ? [] : [sql`price_paise <= ${maxPaise}`]),
  ];
  return given.length > 0 ? sql`${sql.join(given, sql` and `)}` : sql`true`;
}

export async function countOnShelf(db: Database, selection: Selection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from (${shelf(selection.now)}) as shelf
    where ${conditions(selection)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** How many products on sale were created on each UTC day, newest first. */
export async function listDaysOnSale(db: Database, { category, now }: Selection): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day, sum(count)::bigint as count from (
      select part, day, count from list_counts where list = 'listed'
      union all
      select part, day, change from list_changes where list = 'listed'
      union all
      select category, date_trunc('day', created_at, 'UTC'), -1 ${over(now)}
    ) as known
    where ${category === undefined ? sql`true` : sql`part = ${category}`}
    group by day having sum(count) > 0 order by day desc`.execute(db);
  return rows;
}

/** Adds up to `batch` changes to the counts, and says how many it was; as `foldListChanges` does. */
export async function foldShelfChanges(db: Database, batch: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from shelf_changes
      where ctid = any(array(select ctid from shelf_changes limit ${batch} for update skip locked))
      returning *
    ), counted as (
      insert into shelf_counts (category, company, price_paise, count)
      select category, company, price_paise, sum(change) from folded group by category, company, price_paise
      order by category, company, price_paise
      on conflict (category, company, price_paise) do update set count = shelf_counts.count + excluded.count
    )
    select count(*) as folded from folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Kinds of which none is left: an old shop would have had more of them than it has products. */
export async function removeEmptyCounts(db: Database): Promise<void> {
  await sql`delete from shelf_counts where count = 0`.execute(db);
}

/** Marks up to `batch` products whose time was over at `before`, and says how many it was. */
export async function updateOver(db: Database, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    update products set is_over = true where id = any(array(
      select id from products where is_listed and sellable_until <= ${before} limit ${batch} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
