import type { Database } from '../../tables.ts';
import type { Job } from '../jobs/jobs.ts';
import { foldListChanges } from './list-counts.queries.ts';

// Small enough that a statement stays within its time limit.
const BATCH = 10_000;

/** Readers add up every change that is not folded yet, so there should be few. */
export const foldListCounts = ({ db }: { db: Database }): Job => ({
  name: 'fold-list-counts',
  lane: 'housekeeping',
  schedule: '* * * * *',
  run: async () => {
    while ((await foldListChanges(db, BATCH)) === BATCH);
  },
});
