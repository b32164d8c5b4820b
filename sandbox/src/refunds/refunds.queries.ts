import type { Slice } from '../collection.ts';
import type { Database } from '../database.ts';
import type { Notes } from '../request-body.ts';
import type { RefundSpeed } from './refunds.rules.ts';

interface RefundDraft {
  id: string;
  paymentId: string;
  amountPaise: number;
  receipt: string | null;
  notes: Notes;
  idempotencyKey: string | null;
  requestHash: string;
  settleAt: Date;
  willFail: boolean;
  speedRequested: RefundSpeed;
  /** A refund with speed `optimum` is instant if the bank allows it. */
  speedProcessed: 'normal' | 'instant';
  status: 'pending' | 'processed' | 'failed' | 'reversed';
  /** Whether webhooks are sent for the creation and the end of the refund. */
  sendsWebhook: boolean;
  createdAt: Date;
}

export type RefundRow = Omit<RefundDraft, 'idempotencyKey' | 'settleAt'>;

const columns = `id, payment_id as "paymentId", amount::float8 as "amountPaise", status, receipt, notes,
  request_hash as "requestHash", will_fail as "willFail", is_announced as "sendsWebhook",
  speed_requested as "speedRequested", speed_processed as "speedProcessed", created_at as "createdAt"`;

/** Returns undefined if the idempotency key was used before. */
export async function insertRefund(db: Database, refund: RefundDraft): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(
    `insert into sandbox.refunds
       (id, payment_id, amount, receipt, notes, idempotency_key, request_hash, settle_at, will_fail, is_announced,
        speed_requested, speed_processed, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (idempotency_key) do nothing returning ${columns}`,
    [
      refund.id,
      refund.paymentId,
      refund.amountPaise,
      refund.receipt,
      refund.notes,
      refund.idempotencyKey,
      refund.requestHash,
      refund.settleAt,
      refund.willFail,
      refund.sendsWebhook,
      refund.speedRequested,
      refund.speedProcessed,
      refund.status,
      refund.createdAt,
    ],
  );
  return rows[0];
}

export async function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(`select ${columns} from sandbox.refunds where id = $1`, [id]);
  return rows[0];
}

export async function findRefundByKey(db: Database, idempotencyKey: string): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(`select ${columns} from sandbox.refunds where idempotency_key = $1`, [
    idempotencyKey,
  ]);
  return rows[0];
}

export async function listRefundsOfPayment(
  db: Database,
  paymentId: string,
  { count, skip }: Slice,
): Promise<RefundRow[]> {
  const { rows } = await db.query<RefundRow>(
    `select ${columns} from sandbox.refunds where payment_id = $1 order by created_at desc, id limit $2 offset $3`,
    [paymentId, count, skip],
  );
  return rows;
}

/** Returns undefined if the refund is not processed. */
export async function claimRefundToFail(
  db: Database,
  id: string,
  { status, sendsWebhook }: { status: 'failed' | 'reversed'; sendsWebhook: boolean },
): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(
    `update sandbox.refunds set status = $2, is_announced = $3 where id = $1 and status = 'processed'
     returning ${columns}`,
    [id, status, sendsWebhook],
  );
  return rows[0];
}

export async function claimRefundToSettle(db: Database, now: Date): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(
    `update sandbox.refunds set status = case when will_fail then 'failed' else 'processed' end
     where id = (select id from sandbox.refunds where status = 'pending' and settle_at <= $1
                 order by settle_at limit 1 for update skip locked)
     returning ${columns}`,
    [now],
  );
  return rows[0];
}
