import type { Clock } from '../../../platform/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { foldShelfChanges, removeEmptyCounts, updateOver } from './fold-catalogue-counts.queries.ts';

// Small enough that a statement stays within its time limit.
const BATCH = 5_000;
// Processes whose clocks differ a little must agree on what is over before it leaves the lists for all of them.
const OVER_FOR_MS = 60_000;

/** Readers add up every change and every product that is over and not marked yet, so there should be few. */
export const foldCatalogueCounts = ({ db, clock }: { db: Database; clock: Clock }): Job => ({
  name: 'tidy-shelf-counts',
  lane: 'housekeeping',
  schedule: '* * * * *',
  run: async () => {
    const before = new Date(clock.now().getTime() - OVER_FOR_MS);
    while ((await updateOver(db, { before, batch: BATCH })) === BATCH);
    while ((await foldShelfChanges(db, BATCH)) === BATCH);
    await removeEmptyCounts(db);
  },
});
