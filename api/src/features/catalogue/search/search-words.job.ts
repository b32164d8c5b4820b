import { type Job, NIGHTLY } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { removeUnusedSearchWords } from './search-words.queries.ts';

/** A typo in a title, once corrected, must not stay a known word: each search for it would have to run twice. */
export const removeSearchWordsJob = ({ db }: { db: Database }): Job => ({
  name: 'forget-search-words',
  lane: 'housekeeping',
  schedule: NIGHTLY,
  run: () => removeUnusedSearchWords(db),
});
