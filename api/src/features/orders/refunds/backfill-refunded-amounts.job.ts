import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { updatePastRefunds } from './backfill-refunded-amounts.queries.ts';

/** Enqueued by migration 0098, for shops with refunds from before orders had a refunded amount. */
export const backfillRefundedAmounts = ({ db }: { db: Database }): Job => ({
  name: 'enter-past-refunds',
  lane: 'housekeeping',
  run: () => updatePastRefunds(db),
});
