import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../../tables.ts';

export type RefundRow = Selectable<Tables['refunds']>;

/** Undefined when the shop has asked for this payment's return before, or the provider's refund is on record. */
export const insertRefund = (db: Database, refund: Insertable<Tables['refunds']>): Promise<RefundRow | undefined> =>
  db
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** A refund and what it returns: the provider that has the money, and how it came. */
export const findRefund = (db: Database, id: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select(['payments.provider', 'payments.method', 'payments.captured_at', 'payments.amount_paise as paid_paise'])
    .where('refunds.id', '=', id)
    .executeTakeFirst();

export const findRefundAtProvider = (db: Database, providerRefundId: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('provider_refund_id', '=', providerRefundId).executeTakeFirst();

/** Whether the shop itself has asked for a return of what was paid for the order. */
export async function hasRefundByShop(db: Database, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('origin', '=', 'shop')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What of a payment has not gone back and is not on its way, but for one refund. */
export async function findKeptPaise(db: Database, paymentId: string, exceptRefundId?: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select amount_paise - coalesce((
      select sum(amount_paise) from refunds
      where payment_id = payments.id and id is distinct from ${exceptRefundId ?? null}::uuid
        and (status <> 'failed' or origin = 'shop')
    ), 0)::bigint as kept
    from payments where id = ${paymentId}`.execute(db);
  return rows[0]?.kept ?? 0;
}

/** False when the next attempt has begun since the refund was looked at: what was said of this one is old. */
export async function claimAnswer(
  db: Database,
  { id, attempt }: Pick<RefundRow, 'id' | 'attempt'>,
  answer: { providerRefundId: string; at: Date },
): Promise<boolean> {
  const present = await db
    .updateTable('refunds')
    .set({ provider_refund_id: answer.providerRefundId, updated_at: answer.at })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .returning('id')
    .executeTakeFirst();
  return present !== undefined;
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

/** True for the one caller that heard of it first. */
export async function claimReturnFailed(db: Database, id: string, at: Date): Promise<boolean> {
  const failed = await db
    .updateTable('refunds')
    .set({ status: 'failed', updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst();
  return failed !== undefined;
}

/** The next attempt, unless it has succeeded after all; the provider's failed refund is forgotten. */
export async function claimNextAttempt(db: Database, id: string, at: Date): Promise<number | undefined> {
  const next = await db
    .updateTable('refunds')
    .set((eb) => ({
      status: 'failed',
      attempt: eb('attempt', '+', 1),
      provider_refund_id: null,
      updated_at: at,
    }))
    .where('id', '=', id)
    .where('status', '<>', 'processed')
    .returning('attempt')
    .executeTakeFirst();
  return next?.attempt;
}

/** Another sum is another request, which has not failed: it gets a new key. False when the next attempt has begun since. */
export async function claimOtherAmount(
  db: Database,
  { id, attempt }: Pick<RefundRow, 'id' | 'attempt'>,
  { amountPaise, at }: { amountPaise: number; at: Date },
): Promise<boolean> {
  const present = await db
    .updateTable('refunds')
    .set({ status: 'requested', amount_paise: amountPaise, attempt: attempt + 1, updated_at: at })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .returning('id')
    .executeTakeFirst();
  return present !== undefined;
}

export async function removeRefund(db: Database, id: string): Promise<void> {
  await db.deleteFrom('refunds').where('id', '=', id).execute();
}
