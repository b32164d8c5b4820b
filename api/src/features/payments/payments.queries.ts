import { type Selectable, sql } from 'kysely';
import { first, plannedOnce } from '../../platform/database/planned-once.ts';
import type { Database, Tables } from '../../tables.ts';

export type PaymentRow = Selectable<Tables['payments']>;

const paymentToInsert = first(
  plannedOnce((db, payment: PaymentRow) =>
    db
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .compile(),
  ),
);

/** Returns undefined if the payment is already stored. */
export const insertPayment = async (db: Database, payment: PaymentRow): Promise<PaymentRow | undefined> =>
  (await paymentToInsert(db, payment)) && payment;

export const findPaymentRow = (db: Database, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** The payment that paid an order, without refunded ones. */
export const findCapturedPayment = (db: Database, orderId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst();

/** Serializes decisions about the rest of a payment. */
export async function lockPayment(db: Database, id: string): Promise<void> {
  await db.selectFrom('payments').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export const listPaymentsOfOrder = (db: Database, orderId: string): Promise<Pick<PaymentRow, 'id'>[]> =>
  db.selectFrom('payments').select('id').where('order_id', '=', orderId).orderBy('id').execute();

export async function updatePaymentStatus(db: Database, id: string, status: PaymentRow['status']): Promise<void> {
  await db.updateTable('payments').set({ status }).where('id', '=', id).execute();
}

/**
 * Derives the status of a payment from its refunds. `refunded`: all of it has been returned, except for a rest that is too
 * small. `refunding`: refunds of all of it are requested, or the shop has requested any. Otherwise `captured`.
 */
export async function updateStatusByRefunds(db: Database, id: string): Promise<void> {
  await sql`
    update payments set status = case
      when returns.ended >= amount_paise then 'refunded'
      when returns.asked >= amount_paise or returns.is_asked_by_shop then 'refunding'
      else 'captured'
    end
    from (
      select coalesce(sum(amount_paise) filter (where status = 'processed' or closed_at is not null), 0) as ended,
        coalesce(sum(amount_paise) filter (where status <> 'failed' or origin = 'shop'), 0) as asked,
        coalesce(bool_or(origin = 'shop'), false) as is_asked_by_shop
      from refunds where payment_id = ${id}
    ) as returns
    where id = ${id}`.execute(db);
}
