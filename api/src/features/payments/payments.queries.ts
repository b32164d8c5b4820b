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

const newPaymentToInsert = plannedOnce((db, payment: PaymentRow) =>
  db.insertInto('payments').values(payment).compile(),
);

/** Undefined when this payment is known already. */
export const insertPayment = async (db: Database, payment: PaymentRow): Promise<PaymentRow | undefined> =>
  (await paymentToInsert(db, payment)) && payment;

/** Fails by its key when it is known already. */
export async function insertNewPayment(db: Database, payment: PaymentRow): Promise<PaymentRow> {
  await newPaymentToInsert(db, payment);
  return payment;
}

export const findPaymentRow = (db: Database, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** The payment that an order stands on, as opposed to those that were sent back. */
export const findCapturedPayment = (db: Database, orderId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst();

/** Until the transaction ends, so that nobody else decides about the rest of the payment. */
export async function lockPayment(db: Database, id: string): Promise<void> {
  await db.selectFrom('payments').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export const listPaymentsOfOrder = (db: Database, orderId: string): Promise<Pick<PaymentRow, 'id'>[]> =>
  db.selectFrom('payments').select('id').where('order_id', '=', orderId).orderBy('id').execute();

export async function updatePaymentStatus(db: Database, id: string, status: PaymentRow['status']): Promise<void> {
  await db.updateTable('payments').set({ status }).where('id', '=', id).execute();
}

/**
 * A payment of which all has gone back, apart from a rest too small to send, is refunded; until then, when all of it is on its way, it is being refunded. When
 * some of that fails, it is captured as before, unless the shop has asked for the rest: it never keeps that one.
 */
export async function updatePaymentReturned(db: Database, id: string): Promise<void> {
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
