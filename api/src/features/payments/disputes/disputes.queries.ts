import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../../../tables.ts';

export type DisputeRow = Selectable<Tables['disputes']>;

export const findDisputeRow = (db: Database, id: string): Promise<DisputeRow | undefined> =>
  db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();

/** False when the dispute is already stored. */
export async function insertDispute(db: Database, dispute: Insertable<Tables['disputes']>): Promise<boolean> {
  const inserted = await db
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type Change = Omit<Insertable<Tables['disputes']>, 'id' | 'payment_id' | 'created_at' | 'version'>;

/** False when the dispute has changed since it was read. */
export async function claimDisputeChange(
  db: Database,
  { id, version }: Pick<DisputeRow, 'id' | 'version'>,
  change: Change,
): Promise<boolean> {
  const changed = await db
    .updateTable('disputes')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Removes a dispute about a payment that is not for one of our orders. */
export async function removeForeignDispute(db: Database, id: string): Promise<void> {
  await db.deleteFrom('disputes').where('id', '=', id).where('order_id', 'is', null).execute();
}

export const listUndecidedDisputes = (db: Database) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select(['disputes.id', 'payments.provider'])
    .where('disputes.state', 'in', ['open', 'under_review'])
    .execute();

/** The states of the disputes about an order's payments. */
export async function listDisputeStates(db: Database, orderId: string): Promise<DisputeRow['state'][]> {
  const rows = await db.selectFrom('disputes').select('state').where('order_id', '=', orderId).execute();
  return rows.map(({ state }) => state);
}

/** The dispute that blocks refunds of a payment: undecided, or lost and not yet recorded as a refund. */
export const findBlockingDispute = (db: Database, paymentId: string): Promise<DisputeRow | undefined> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where(({ eb, not, exists, selectFrom }) =>
      eb.or([
        eb('state', 'in', ['open', 'under_review']),
        eb.and([
          eb('state', '=', 'lost'),
          not(
            exists(
              selectFrom('refunds').select('refunds.id').whereRef('refunds.provider_refund_id', '=', 'disputes.id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy(sql`state <> 'lost'`, 'desc')
    .limit(1)
    .executeTakeFirst();

/** The shop's refunds of a payment that are not completed. */
export async function listUnfinishedRefunds(db: Database, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('origin', '=', 'shop')
    .where('status', '<>', 'processed')
    .execute();
  return rows.map(({ id }) => id);
}
