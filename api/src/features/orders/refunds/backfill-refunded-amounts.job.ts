import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { updatePastRefundedAmounts } from './backfill-refunded-amounts.queries.ts';

/** Migration 0098 enqueues this job, because refunds before migration 0064 were not added to their orders. */
export const backfillRefundedAmounts = ({ db }: { db: Database }): Job => ({
  name: 'enter-past-refunds',
  lane: 'housekeeping',
  run: () => updatePastRefundedAmounts(db),
});
