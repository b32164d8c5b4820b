import { type Job, NIGHTLY } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { removeUnusedSearchWords } from './search-words.queries.ts';

/** A word that was mistyped in a title and corrected must not make a search look twice for the right one. */
export const forgetSearchWords = ({ db }: { db: Database }): Job => ({
  name: 'forget-search-words',
  lane: 'housekeeping',
  schedule: NIGHTLY,
  run: () => removeUnusedSearchWords(db),
});
