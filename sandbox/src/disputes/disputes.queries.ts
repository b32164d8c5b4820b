import type { Period, Slice } from '../collection.ts';
import type { Database } from '../database.ts';
import type { DisputePhase, DisputeStatus } from './disputes.rules.ts';

interface DisputeDraft {
  id: string;
  paymentId: string;
  amountPaise: number;
  amountDeductedPaise: number;
  reasonCode: string;
  phase: DisputePhase;
  respondBy: Date;
  createdAt: Date;
}

export interface DisputeRow extends DisputeDraft {
  status: DisputeStatus;
  /** When the merchant last submitted evidence. */
  submittedAt: Date | null;
}

const columns = `id, payment_id as "paymentId", amount::float8 as "amountPaise",
  amount_deducted::float8 as "amountDeductedPaise", reason_code as "reasonCode", phase, status,
  respond_by as "respondBy", submitted_at as "submittedAt", created_at as "createdAt"`;

/** Undefined if the payment already has an undecided dispute. */
export async function insertDispute(db: Database, dispute: DisputeDraft): Promise<DisputeRow | undefined> {
  const { rows } = await db.query<DisputeRow>(
    `insert into sandbox.disputes (id, payment_id, amount, reason_code, phase, respond_by, created_at, amount_deducted)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (payment_id) where status in ('open', 'under_review') do nothing returning ${columns}`,
    [
      dispute.id,
      dispute.paymentId,
      dispute.amountPaise,
      dispute.reasonCode,
      dispute.phase,
      dispute.respondBy,
      dispute.createdAt,
      dispute.amountDeductedPaise,
    ],
  );
  return rows[0];
}

/**
 * Moves the payment's undecided dispute, if it has one. A lost dispute deducts its amount from the merchant's balance; any
 * other end returns an amount that was deducted at onset.
 */
export async function updateUndecidedDispute(
  db: Database,
  paymentId: string,
  change: { status: DisputeStatus; now: Date },
): Promise<DisputeRow | undefined> {
  const { rows } = await db.query<DisputeRow>(
    `update sandbox.disputes set status = $2,
       submitted_at = case $2 when 'under_review' then $3 when 'open' then null else submitted_at end,
       amount_deducted = case when $2 = 'lost' then amount when $2 in ('won', 'closed') then 0 else amount_deducted end
     where payment_id = $1 and status in ('open', 'under_review') returning ${columns}`,
    [paymentId, change.status, change.now],
  );
  return rows[0];
}

export async function findDispute(db: Database, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await db.query<DisputeRow>(`select ${columns} from sandbox.disputes where id = $1`, [id]);
  return rows[0];
}

/** Newest first. */
export async function listDisputes(db: Database, { count, skip }: Slice, { from, to }: Period): Promise<DisputeRow[]> {
  const { rows } = await db.query<DisputeRow>(
    `select ${columns} from sandbox.disputes
     where ($3::timestamptz is null or date_trunc('second', created_at) >= $3)
       and ($4::timestamptz is null or date_trunc('second', created_at) <= $4)
     order by created_at desc, id limit $1 offset $2`,
    [count, skip, from, to],
  );
  return rows;
}
