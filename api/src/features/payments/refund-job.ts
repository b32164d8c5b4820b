import { enqueue } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';

export const REFUND_JOB = 'refund-payment';
export type RefundJob = { refundId: string };

export const enqueueRefund = (db: Database, refundId: string, options: { runAt?: Date } = {}): Promise<void> => {
  const job: RefundJob = { refundId };
  return enqueue(db, REFUND_JOB, job, { key: `refund:${refundId}`, ...options });
};

// The provider announces the end of a refund; this is how often we ask in case that announcement is lost.
export const ASK_AGAIN_MINUTES = 10;
