import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';

/** Adds up to `batch` changes to the counts and returns how many it folded, like `foldListChanges`. */
export async function foldCatalogueChanges(db: Database, batch: number): Promise<number> {
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

/** Without this, an old shop would have more empty counts than products. */
export async function removeEmptyCounts(db: Database): Promise<void> {
  await sql`delete from shelf_counts where count = 0`.execute(db);
}

/** Marks up to `batch` products whose sale ended by `before`, and returns how many it marked. */
export async function updateIsOver(db: Database, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    update products set is_over = true where id = any(array(
      select id from products where is_listed and sellable_until <= ${before} limit ${batch} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
