import type { Database } from '../database.ts';

interface LedgerLine {
  receipt: string | null;
  captured: number;
  refunded: number;
}

/**
 * What the provider took for the merchant and what of it went back, in paise. A pending refund counts: the money is
 * promised to the buyer. Money that was only authorised is in neither sum, whether it was let go or not: it never was
 * the merchant's. What disputes deduct is a sum of its own, because it leaves the payment as it was.
 */
export async function readLedger(db: Database) {
  const { rows } = await db.query<LedgerLine & { id: string }>(
    `select orders.id, orders.receipt, sum(payments.amount)::float8 as captured,
            sum(payments.amount_refunded)::float8 as refunded
     from sandbox.orders join sandbox.payments on payments.order_id = orders.id and payments.status = 'captured'
     group by orders.id`,
  );
  const { rows: disputes } = await db.query<{ deducted: number }>(
    'select coalesce(sum(amount_deducted), 0)::float8 as deducted from sandbox.disputes',
  );
  return {
    captured: rows.reduce((total, line) => total + line.captured, 0),
    refunded: rows.reduce((total, line) => total + line.refunded, 0),
    deducted: disputes[0]?.deducted ?? 0,
    byOrder: Object.fromEntries(rows.map(({ id, ...line }) => [id, line])),
  };
}
