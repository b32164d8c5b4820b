import { enqueue, type Job } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { analyzeUnits } from './units.queries.ts';

const ANALYZE_UNITS = 'analyze-units';
const MANY = 1_000;

/**
 * Call it in the transaction that added units. Autovacuum analyzes the table only a minute or two later. Until then, each
 * purchase of the new units might scan all of them.
 */
export async function analyzeAfterAdding(db: Database, added: number): Promise<void> {
  if (added >= MANY) await enqueue(db, ANALYZE_UNITS, {});
}

export const analyzeUnitsJob = ({ db }: { db: Database }): Job => ({
  name: ANALYZE_UNITS,
  lane: 'housekeeping',
  run: () => analyzeUnits(db),
});
