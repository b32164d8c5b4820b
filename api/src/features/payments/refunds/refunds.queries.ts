import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../../../tables.ts';
import { ATTEMPTS_MAX } from './refund-job.ts';

export type RefundRow = Selectable<Tables['refunds']>;

/** Returns undefined if the provider's refund is already recorded. */
export const insertRefund = (db: Database, refund: Insertable<Tables['refunds']>): Promise<RefundRow | undefined> =>
  db
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** A refund with its payment: provider, method, amount and time of capture. */
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

/** Whether the shop has requested a refund for the order. */
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

type PaymentBooks = { status: Tables['payments']['status']; owedPaise: number };

/**
 * The status of a payment, and how much of it no refund has returned or is returning; `exceptRefundId` does not count.
 * Neither does a refund whose attempts have all failed. A closed rest counts, because it is not owed.
 */
export async function findPaymentBooks(
  db: Database,
  paymentId: string,
  exceptRefundId?: string,
): Promise<PaymentBooks | undefined> {
  const { rows } = await sql<PaymentBooks>`
    select status, amount_paise - coalesce((
      select sum(amount_paise) from refunds
      where payment_id = payments.id and id is distinct from ${exceptRefundId ?? null}::uuid
        and (status <> 'failed' or closed_at is not null or (origin = 'shop' and attempt <= ${ATTEMPTS_MAX}))
    ), 0)::bigint as "owedPaise"
    from payments where id = ${paymentId}`.execute(db);
  return rows[0];
}

export const findOwedPaise = async (db: Database, paymentId: string, exceptRefundId?: string): Promise<number> =>
  (await findPaymentBooks(db, paymentId, exceptRefundId))?.owedPaise ?? 0;

const isRetried = (eb: ExpressionBuilder<Tables, 'refunds'>) =>
  eb.and([eb('origin', '=', 'shop'), eb('attempt', '<=', ATTEMPTS_MAX)]);

/** Open refunds of an order that have not changed since a time. */
export const listStaleRefunds = (db: Database, orderId: string, since: Date): Promise<RefundRow[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '<>', 'processed')
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('status', '=', 'requested'), isRetried(eb)]))
    .where('updated_at', '<=', since)
    .execute();

/** Locks a refund; false when the next attempt has begun since it was read. */
export async function lockAttempt(db: Database, { id, attempt }: Pick<RefundRow, 'id' | 'attempt'>): Promise<boolean> {
  const present = await db
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return present !== undefined;
}

/** Stores the provider's id and returns the status; undefined when the next attempt has begun since it was read. */
export async function claimAnswer(
  db: Database,
  { id, attempt }: Pick<RefundRow, 'id' | 'attempt'>,
  answer: { providerRefundId: string; at: Date },
): Promise<RefundRow['status'] | undefined> {
  const present = await db
    .updateTable('refunds')
    .set({ provider_refund_id: answer.providerRefundId, updated_at: answer.at })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .returning('status')
    .executeTakeFirst();
  return present?.status;
}

/** True for the one caller that completed the refund. A failed refund by the provider itself stays failed. */
export async function claimRefundProcessed(db: Database, id: string, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable('refunds')
    .set({ status: 'processed', updated_at: at })
    .where('id', '=', id)
    .where('status', '<>', 'processed')
    .where((eb) => eb.or([eb('status', '=', 'requested'), eb('origin', '=', 'shop')]))
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** The status before the failure; undefined when the failure is recorded already. */
export async function claimRefundFailed(db: Database, id: string, at: Date): Promise<RefundRow['status'] | undefined> {
  const { rows } = await sql<Pick<RefundRow, 'status'>>`
    update refunds set status = 'failed', updated_at = ${at}
    from (select id, status from refunds where id = ${id} for no key update) as before
    where refunds.id = before.id and before.status <> 'failed'
    returning before.status`.execute(db);
  return rows[0]?.status;
}

/** Closes a refund, so that it is not requested again. False when it is closed already or its amount has changed. */
export async function claimRefundClosed(
  db: Database,
  { id, attempt }: Pick<RefundRow, 'id' | 'attempt'>,
  at: Date,
): Promise<boolean> {
  const closed = await db
    .updateTable('refunds')
    .set({ status: 'failed', closed_at: at, updated_at: at })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** Begins the next attempt and returns its number. */
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
    .returning('attempt')
    .executeTakeFirst();
  return next?.attempt;
}

/** Begins a request with another amount, which needs a new key. */
export async function claimOtherAmount(
  db: Database,
  { id, attempt }: Pick<RefundRow, 'id' | 'attempt'>,
  { amountPaise, at }: { amountPaise: number; at: Date },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status: 'requested', amount_paise: amountPaise, attempt: attempt + 1, updated_at: at })
    .where('id', '=', id)
    .execute();
}

export async function removeRefund(db: Database, id: string): Promise<void> {
  await db.deleteFrom('refunds').where('id', '=', id).execute();
}
