import type { Insertable, Selectable } from 'kysely';
import type { Database, Tables } from '../../tables.ts';

export type RefundRow = Selectable<Tables['refunds']>;

/** False when the payment is being refunded already. */
export async function insertRefund(db: Database, refund: Insertable<Tables['refunds']>): Promise<boolean> {
  const inserted = await db
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A refund and the provider that has the money. */
export const findRefund = (db: Database, id: string): Promise<(RefundRow & { provider: string }) | undefined> =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select('payments.provider')
    .where('refunds.id', '=', id)
    .executeTakeFirst();

export const findRefundOfPayment = (db: Database, paymentId: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

export const findRefundOfOrder = (db: Database, orderId: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).limit(1).executeTakeFirst();

export async function updateProviderRefund(
  db: Database,
  id: string,
  change: { providerRefundId: string; at: Date },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ provider_refund_id: change.providerRefundId, updated_at: change.at })
    .where('id', '=', id)
    .execute();
}

/** True for the one caller that ended the refund. */
export async function claimRefundProcessed(db: Database, id: string, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable('refunds')
    .set({ status: 'processed', updated_at: at })
    .where('id', '=', id)
    .where('status', '<>', 'processed')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** The next attempt, unless another process has begun it; the provider's failed refund is forgotten. */
export async function claimNextAttempt(
  db: Database,
  id: string,
  failed: { providerRefundId: string; at: Date },
): Promise<number | undefined> {
  const next = await db
    .updateTable('refunds')
    .set((eb) => ({
      status: 'failed',
      attempt: eb('attempt', '+', 1),
      provider_refund_id: null,
      updated_at: failed.at,
    }))
    .where('id', '=', id)
    .where('provider_refund_id', '=', failed.providerRefundId)
    .where('status', '<>', 'processed')
    .returning('attempt')
    .executeTakeFirst();
  return next?.attempt;
}
