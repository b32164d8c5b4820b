import type { Clock } from '../../../platform/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { foldCatalogueChanges, removeEmptyCounts, updateIsOver } from './fold-catalogue-counts.queries.ts';

// Keeps each statement within the statement timeout.
const BATCH = 5_000;
// Clocks of processes may differ a little. Only after a minute does every process agree that the sale has ended.
const ENDED_FOR_MS = 60_000;

/** Keeps reads fast: each read adds up every unfolded change and every ended product that is not marked yet. */
export const foldCatalogueCounts = ({ db, clock }: { db: Database; clock: Clock }): Job => ({
  name: 'tidy-shelf-counts',
  lane: 'housekeeping',
  schedule: '* * * * *',
  run: async () => {
    const before = new Date(clock.now().getTime() - ENDED_FOR_MS);
    while ((await updateIsOver(db, { before, batch: BATCH })) === BATCH);
    while ((await foldCatalogueChanges(db, BATCH)) === BATCH);
    await removeEmptyCounts(db);
  },
});
