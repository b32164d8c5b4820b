import type { Insertable, Selectable } from 'kysely';
import type { Database, Tables } from '../../tables.ts';

export type PaymentRow = Selectable<Tables['payments']>;

/** False when this payment is known already. */
export async function insertPayment(db: Database, payment: Insertable<Tables['payments']>): Promise<boolean> {
  const inserted = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
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

export async function updatePaymentStatus(db: Database, id: string, status: PaymentRow['status']): Promise<void> {
  await db.updateTable('payments').set({ status }).where('id', '=', id).execute();
}
