import type { Database } from '../../tables.ts';
import type { Job } from '../jobs/jobs.ts';
import { foldListChanges } from './list-counts.queries.ts';

// Small enough that the statement stays within its timeout.
const BATCH = 10_000;

/** Every reader adds up all changes that are not folded yet, so their number is kept small. */
export const foldListCounts = ({ db }: { db: Database }): Job => ({
  name: 'fold-list-counts',
  lane: 'housekeeping',
  schedule: '* * * * *',
  run: async () => {
    while ((await foldListChanges(db, BATCH)) === BATCH);
  },
});
