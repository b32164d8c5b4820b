import { type Job, NIGHTLY } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';
import { normalizeProductTexts } from './search.queries.ts';

/** Products that were saved as a keyboard wrote them, before texts and searches were read in one form. */
export const renewOldSpellings = ({ db }: { db: Database }): Job => ({
  name: 'renew-old-spellings',
  lane: 'housekeeping',
  schedule: NIGHTLY,
  run: () => normalizeProductTexts(db),
});
