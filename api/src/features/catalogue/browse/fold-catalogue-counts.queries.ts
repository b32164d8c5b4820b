import { sql } from 'kysely';
import { type CountTables, foldChanges } from '../../../platform/lists/fold-changes.queries.ts';
import type { Database } from '../../../tables.ts';

const CATALOGUE_COUNTS: CountTables = {
  counts: 'shelf_counts',
  changes: 'shelf_changes',
  key: ['category', 'company', 'price_paise'],
};

/** Folds up to `batch` changes of the catalogue and returns how many it folded. */
export const foldCatalogueChanges = (db: Database, batch: number): Promise<number> =>
  foldChanges(db, CATALOGUE_COUNTS, batch);

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
