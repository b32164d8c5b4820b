import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../tables.ts';
import type { Clock } from './clock.ts';
import { type Job, NIGHTLY } from './jobs.ts';
import type { Log } from './log.ts';

/** How long one kind of record is kept; each feature says so for its own tables. */
export type RetentionRule = {
  readonly name: string;
  /** Forgets at most `batch` records that are too old by now, and says how many it was. */
  forget(db: Database, now: Date, batch: number): Promise<number>;
};

/**
 * Deletes the rows of a table that are too old. By their place in the table, which every table has and which a row that
 * is changed meanwhile leaves: what was old a moment ago and is not any more stays.
 */
export const deleting = <T extends keyof Tables & string>(
  name: string,
  table: T,
  isOld: (row: ExpressionBuilder<Tables, T>, now: Date) => Expression<SqlBool>,
): RetentionRule => ({
  name,
  async forget(db, now, batch) {
    const rows = sql.table(table);
    const old = sql`select ctid from ${rows} where ${isOld(expressionBuilder<Tables, T>(), now)} limit ${batch}`;
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where ctid = any(array(${old}))`.execute(db);
    return Number(numAffectedRows);
  },
});

export const RETENTION_JOB = 'apply-retention';
// Small enough that a statement over years of backlog stays within its time limit.
const BATCH = 1_000;

type RetentionDeps = { db: Database; clock: Clock; log: Log };

/** Applies every rule once a day. A rule that fails does not keep the others from their work. */
export const retentionJob = ({ db, clock, log }: RetentionDeps, rules: readonly RetentionRule[]): Job => ({
  name: RETENTION_JOB,
  lane: 'housekeeping',
  schedule: NIGHTLY,
  run: async () => {
    const faults: unknown[] = [];
    for (const rule of rules) {
      try {
        const records = await forgetAll(rule, db, clock.now());
        if (records > 0) log.info({ rule: rule.name, records }, 'records forgotten');
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, 'Some retention rules could not be applied');
  },
});

async function forgetAll(rule: RetentionRule, db: Database, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const records = await rule.forget(db, now, BATCH);
    total += records;
    if (records < BATCH) return total;
  }
}
