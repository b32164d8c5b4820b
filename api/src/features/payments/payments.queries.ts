import type { Selectable } from 'kysely';
import { first, plannedOnce } from '../../platform/planned-once.ts';
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

/** Undefined when this payment is known already. */
export const insertPayment = async (db: Database, payment: PaymentRow): Promise<PaymentRow | undefined> =>
  (await paymentToInsert(db, payment)) && payment;

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

export async function updatePaymentStatus(db: Database, id: string, status: PaymentRow['status']): Promise<void> {
  await db.updateTable('payments').set({ status }).where('id', '=', id).execute();
}
