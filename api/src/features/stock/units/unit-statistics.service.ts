import { enqueue, type Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { analyzeUnits } from './units.queries.ts';

const ANALYZE_UNITS = 'analyze-units';
const MANY = 1_000;

/**
 * To be called in the transaction that added units. PostgreSQL looks at a table by itself, a minute or two later: until
 * then each purchase of what was added would read all of it.
 */
export async function analyzeAfterAdding(db: Database, added: number): Promise<void> {
  if (added >= MANY) await enqueue(db, ANALYZE_UNITS, {});
}

export const analyzeUnitsJob = ({ db }: { db: Database }): Job => ({
  name: ANALYZE_UNITS,
  lane: 'housekeeping',
  run: () => analyzeUnits(db),
});
