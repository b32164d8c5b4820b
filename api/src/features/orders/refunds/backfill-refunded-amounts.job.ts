import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { updatePastRefunds } from './backfill-refunded-amounts.queries.ts';

/** Added by migration 0098, for a shop that refunded before its orders said how much. */
export const backfillRefundedAmounts = ({ db }: { db: Database }): Job => ({
  name: 'enter-past-refunds',
  lane: 'housekeeping',
  run: () => updatePastRefunds(db),
});
