import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { withdrawMost } from '../units/units.queries.ts';

type Recall = { id: string; reason: string; at: Date };

/** The batch, if nobody recalled it before. */
export const claimRecall = (db: Database, { id, reason, at }: Recall) =>
  db
    .updateTable('batches')
    .set({ recalled_at: at, recall_reason: reason })
    .where('id', '=', id)
    .where('recalled_at', 'is', null)
    .returning(['product_id', 'reference'])
    .executeTakeFirst();

/**
 * Takes what is unsold off the shelf. What is held stays with its order but is as good as expired, and does not go back.
 * One statement for both, at the end: a unit that is claimed or returned at this moment is met in its new state, and misses
 * neither.
 */
export async function withdrawBatch(db: Database, batchId: string): Promise<void> {
  await withdrawMost(db, 'batch_id', batchId);
  await sql`
    update units set
      state = case state when 'available' then 'withdrawn' else state end,
      expires_at = case state when 'held' then '-infinity' else expires_at end,
      goes_back = false
    where batch_id = ${batchId} and state in ('available', 'held')`.execute(db);
}

/** How many orders received from a batch. */
export async function countOrdersOfBatch(db: Database, batchId: string): Promise<number> {
  const { count } = await db
    .selectFrom('units')
    .innerJoin('delivered_units', 'delivered_units.unit_id', 'units.id')
    .select(({ fn }) => fn.count<number>('delivered_units.order_id').distinct().as('count'))
    .where('units.batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return count;
}
