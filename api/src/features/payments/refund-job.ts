import { enqueue, type JobName } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';

export type RefundJob = { refundId: string };
export const REFUND_JOB: JobName<RefundJob> = 'refund-payment';

export const enqueueRefund = (db: Database, refundId: string, options: { runAt?: Date } = {}): Promise<void> =>
  enqueue(db, REFUND_JOB, { refundId }, options);

// The provider announces the end of a refund; this is how often we ask in case that announcement is lost.
export const ASK_AGAIN_MINUTES = 10;
