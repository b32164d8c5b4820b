import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';

export type RefundJob = { refundId: string };
export const REFUND_JOB: JobName<RefundJob> = 'refund-payment';

/** Runs before other jobs of the same age: the buyer has neither money nor goods. */
export const enqueueRefund = (db: Database, refundId: string, options: { runAt?: Date } = {}): Promise<void> =>
  enqueue(db, REFUND_JOB, { refundId }, { ...options, isAhead: true });

// How often a pending refund is checked, in case the event of its end is lost.
export const ASK_AGAIN_MINUTES = 10;

// The waits before the attempts after the first: banks that refuse a refund often accept it hours later.
const RETRY_MINUTES = [15, 60, 4 * 60, 12 * 60];
export const ATTEMPTS_MAX = RETRY_MINUTES.length + 1;

/** How long to wait before this attempt. */
export const minutesBeforeAttempt = (attempt: number): number => RETRY_MINUTES[attempt - 2] ?? 0;
