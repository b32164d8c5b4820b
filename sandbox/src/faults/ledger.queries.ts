import type { Database } from '../database.ts';

interface LedgerLine {
  receipt: string | null;
  captured: number;
  refunded: number;
}

/**
 * The captured and the refunded money in paise. A pending refund counts as refunded. Money that was only authorised is in
 * neither sum. Deductions of disputes are a sum of their own, because they leave the payment unchanged.
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
