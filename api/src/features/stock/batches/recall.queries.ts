import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { withdrawMostUnits } from '../units/units.queries.ts';

type Recall = { id: string; reason: string; at: Date };

/** Returns the batch, or undefined if it was already recalled. */
export const claimRecall = (db: Database, { id, reason, at }: Recall) =>
  db
    .updateTable('batches')
    .set({ recalled_at: at, recall_reason: reason })
    .where('id', '=', id)
    .where('recalled_at', 'is', null)
    .returning(['product_id', 'reference'])
    .executeTakeFirst();

/**
 * Withdraws the available units. Held units stay with their order, but count as expired and never become available again.
 * One statement changes both states last: a unit that is claimed or returned at this moment is found in its new state,
 * so that none is missed.
 */
export async function withdrawBatch(db: Database, batchId: string): Promise<void> {
  await withdrawMostUnits(db, 'batch_id', batchId);
  await sql`
    update units set
      state = case state when 'available' then 'withdrawn' else state end,
      expires_at = case state when 'held' then '-infinity' else expires_at end,
      goes_back = false
    where batch_id = ${batchId} and state in ('available', 'held')`.execute(db);
}

/** The number of orders that received units of a batch. */
export async function countOrdersOfBatch(db: Database, batchId: string): Promise<number> {
  const { count } = await db
    .selectFrom('units')
    .innerJoin('delivered_units', 'delivered_units.unit_id', 'units.id')
    .select(({ fn }) => fn.count<number>('delivered_units.order_id').distinct().as('count'))
    .where('units.batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return count;
}
