import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { Database, Tables } from '../tables.ts';
import type { Clock } from './clock.ts';
import { type Job, NIGHTLY } from './jobs/jobs.ts';
import type { Log } from './log/log.ts';

/** Removes one kind of record after its time. Each feature has the rules for its own tables. */
export type RetentionRule = {
  readonly name: string;
  /** Removes at most `batch` expired records and returns their number. */
  forget(db: Database, now: Date, batch: number): Promise<number>;
};

type Table = keyof Tables & string;
type IsOld<T extends Table> = (row: ExpressionBuilder<Tables, T>, now: Date) => Expression<SqlBool>;

/**
 * Selects rows by ctid, which every table has. An update gives a row a new ctid, so a row that changes after the select is
 * not touched.
 */
const ruleForOldRows = <T extends Table>(
  name: string,
  table: T,
  isOld: IsOld<T>,
  act: RawBuilder<unknown>,
): RetentionRule => ({
  name,
  async forget(db, now, batch) {
    const isDue = isOld(expressionBuilder<Tables, T>(), now);
    const old = sql`select ctid from ${sql.table(table)} where ${isDue} limit ${batch}`;
    const { numAffectedRows = 0n } = await sql`${act} where ctid = any(array(${old}))`.execute(db);
    return Number(numAffectedRows);
  },
});

/** Deletes the expired rows of a table. */
export const deleting = <T extends Table>(name: string, table: T, isOld: IsOld<T>): RetentionRule =>
  ruleForOldRows(name, table, isOld, sql`delete from ${sql.table(table)}`);

/** Keeps the expired rows and overwrites the given columns. */
export const blanking = <T extends Table>(
  name: string,
  table: T,
  blanks: Updateable<Tables[T]>,
  isOld: IsOld<T>,
): RetentionRule => {
  const columns = Object.entries(blanks).map(([column, blank]) => sql`${sql.ref(column)} = ${blank}`);
  return ruleForOldRows(name, table, isOld, sql`update ${sql.table(table)} set ${sql.join(columns)}`);
};

export const RETENTION_JOB = 'apply-retention';
// Keeps each statement below its timeout, even with a backlog of years.
const BATCH = 1_000;

type RetentionDeps = { db: Database; clock: Clock; log: Log };

/** Applies every rule once a day. A rule that fails does not stop the others. */
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
