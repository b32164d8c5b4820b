import type { Database } from '../database.ts';
import type { ErrorDetails } from '../provider-error.ts';

export interface CardSummary {
  name: string;
  last4: string;
  network: string;
}

export type PaymentFailure = Pick<ErrorDetails, 'code' | 'description' | 'source' | 'step' | 'reason'>;

export interface PaymentDraft {
  id: string;
  orderId: string;
  amountPaise: number;
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'failed';
  method: 'card' | 'upi' | 'cod';
  card: CardSummary | null;
  vpa: string | null;
  failure: PaymentFailure | null;
  offerId: string | null;
  /** When a payment that is created or authorised will be captured automatically. */
  captureAt: Date | null;
  createdAt: Date;
}

export interface PaymentRow extends Omit<PaymentDraft, 'captureAt'> {
  amountRefundedPaise: number;
}

const columns = `id, order_id as "orderId", amount::float8 as "amountPaise",
  amount_refunded::float8 as "amountRefundedPaise", status, method, card, vpa, failure, offer_id as "offerId", created_at as "createdAt"`;

export async function insertPayment(db: Database, payment: PaymentDraft): Promise<PaymentRow> {
  const { rows } = await db.query<PaymentRow>(
    `insert into sandbox.payments
       (id, order_id, amount, status, method, card, vpa, failure, offer_id, capture_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`,
    [
      payment.id,
      payment.orderId,
      payment.amountPaise,
      payment.status,
      payment.method,
      payment.card,
      payment.vpa,
      payment.failure,
      payment.offerId,
      payment.captureAt,
      payment.createdAt,
    ],
  );
  return rows[0] as PaymentRow;
}

/** A payment from before the sandbox existed, captured and perhaps refunded. */
export interface PastPayment {
  id: string;
  orderId: string;
  receipt: string;
  method: string;
  amountPaise: number;
  /** The refund that returned the whole payment. */
  refundId: string | null;
  capturedAt: Date;
}

/** Payments that are already known stay unchanged. */
export async function insertPastPayments(db: Database, payments: readonly PastPayment[]): Promise<void> {
  await db.query(
    `with past as (
       select * from jsonb_to_recordset($1) as past (id text, "orderId" text, receipt text, method text,
         "amountPaise" bigint, "refundId" text, "capturedAt" timestamptz)
     ), orders as (
       insert into sandbox.orders (id, amount, receipt, status, attempts, notes, created_at)
       select "orderId", "amountPaise", receipt, 'paid', 1, '{}', "capturedAt" from past on conflict do nothing
     ), refunds as (
       insert into sandbox.refunds (id, payment_id, amount, status, notes, request_hash, settle_at, will_fail, created_at)
       select "refundId", id, "amountPaise", 'processed', '{}', '', "capturedAt", false, "capturedAt" from past
       where "refundId" is not null on conflict do nothing
     )
     insert into sandbox.payments (id, order_id, amount, amount_refunded, status, method, created_at)
     select id, "orderId", "amountPaise", case when "refundId" is null then 0 else "amountPaise" end, 'captured', method,
       "capturedAt" from past on conflict do nothing`,
    [JSON.stringify(payments)],
  );
}

export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>(`select ${columns} from sandbox.payments where id = $1`, [id]);
  return rows[0];
}

export async function findPaymentForUpdate(db: Database, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>(`select ${columns} from sandbox.payments where id = $1 for update`, [id]);
  return rows[0];
}

export async function listPaymentsOfOrder(db: Database, orderId: string): Promise<PaymentRow[]> {
  const { rows } = await db.query<PaymentRow>(
    `select ${columns} from sandbox.payments where order_id = $1 order by created_at desc, id`,
    [orderId],
  );
  return rows;
}

export async function claimPaymentToCapture(db: Database, now: Date): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>(
    `update sandbox.payments set status = 'captured', capture_at = null
     where id = (select id from sandbox.payments where capture_at <= $1 and amount_refunded = 0
                 order by capture_at limit 1 for update skip locked)
     returning ${columns}`,
    [now],
  );
  return rows[0];
}

/** Ends every planned step of the payment. */
export async function updatePaymentStatus(
  db: Database,
  id: string,
  status: 'authorized' | 'captured',
): Promise<PaymentRow> {
  const { rows } = await db.query<PaymentRow>(
    `update sandbox.payments set status = $2, failure = null, capture_at = null where id = $1 returning ${columns}`,
    [id, status],
  );
  return rows[0] as PaymentRow;
}

export async function updateRefundedAmount(db: Database, id: string, changePaise: number): Promise<PaymentRow> {
  const { rows } = await db.query<PaymentRow>(
    `update sandbox.payments set amount_refunded = amount_refunded + $2 where id = $1 returning ${columns}`,
    [id, changePaise],
  );
  return rows[0] as PaymentRow;
}
