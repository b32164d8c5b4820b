import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from '../../tables.ts';
import { kyselyOptions, type Send } from './direct-executor.ts';
import { OUTDATED_PLAN, send } from './planned-once.ts';
import { isReadOnly, REFUSE_READ_ONLY } from './read-only-server.ts';
import { transact, type Work } from './transaction.ts';

const INT8 = 20;
/** Amounts in paise, counts and job ids fit into a double exactly. A larger value is an error and is not rounded. */
pg.types.setTypeParser(INT8, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${value}`);
  return number;
});

const IDLE_MS = 300_000;
// TCP notices a vanished server about ten seconds after this.
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * `answerMs` is the limit for an answer of a server that may have vanished. It is longer than the server's own timeouts, so that
 * a live server reports its reason first. It also limits all statements that are sent together. Migrations and backups use
 * connections without these limits.
 */
const timeouts = (factor: number) => ({ connectMs: 8_000 * factor, answerMs: 7_000 * factor });

/** The server's settings, in milliseconds. */
export const databaseTimeouts = (factor: number) => ({
  statement_timeout: Math.round(5_000 * factor),
  lock_timeout: Math.round(2_000 * factor),
  idle_in_transaction_session_timeout: Math.round(10_000 * factor),
});

export type Pool = pg.Pool;
export type PoolOptions = {
  url: string;
  max: number;
  onError: (error: Error) => void;
  /** Multiplies every timeout. */
  timeoutFactor?: number;
  /** Whether `url` leads to a pooler. A pooler accepts no timeouts; the role has them (`pooler.ts`). */
  isPooled?: boolean;
  /** A replica is only read from. Every other server is refused if it takes no writes. */
  isReplica?: boolean;
};

export function createPool({ url, max, onError, timeoutFactor = 1, isPooled, isReplica }: PoolOptions): pg.Pool {
  const { connectMs, answerMs } = timeouts(timeoutFactor);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // The driver sends statements without waiting for earlier answers (docs/query-pipeline.md), and closes a connection
    // whose answer is overdue.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: connectMs,
    // A new connection costs more than a purchase and has to plan all statements again.
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs,
    ...(!isPooled && databaseTimeouts(timeoutFactor)),
    application_name: 'digital-goods-marketplace',
    ...(!isReplica && { verify: (client, done) => void client.query(REFUSE_READ_ONLY).then(() => done(), done) }),
  });
  // Idle clients emit 'error' on the pool, clients in use on themselves. Without a listener the process would end.
  // `pool.end()` does not wait until its connections are closed: a server that stops then still finds some open.
  const report = (error: Error) => void (pool.ending || onError(error));
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Sends each statement over any free connection of the pool. */
export const sendThroughPool =
  (pool: pg.Pool): Send =>
  async (query) => {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await send(client, query);
    } catch (error) {
      // After an error that the server did not report, a late answer may still arrive on this connection.
      isLost = !isDatabaseError(error) || isReadOnly(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  };

export function createDatabase(pool: pg.Pool): Database {
  const db = new Kysely<Tables>(kyselyOptions(sendThroughPool(pool), () => pool.end()));
  pools.set(db, pool);
  return db;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const RETRYABLE = new Set([SERIALIZATION_FAILURE, DEADLOCK]);
const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction. `work` shadows the outer handle with its own, so that no query runs outside the transaction.
 * After a serialization failure, a deadlock or an outdated plan, `work` runs again from its beginning.
 */
export async function inTransaction<T>(db: Database, work: Work<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const pool = pools.get(db);
  if (!pool) throw new Error('this handle was not made by createDatabase');
  let attempt = 1;
  let outdated = 0;
  for (;;) {
    try {
      return await transact(pool, work);
    } catch (error) {
      const code = databaseErrorCode(error) ?? '';
      // After a migration each connection fails once with an outdated plan. These failures do not count as attempts.
      if (code === OUTDATED_PLAN && outdated < pool.options.max) {
        outdated += 1;
        continue;
      }
      if (attempt === ATTEMPTS || !RETRYABLE.has(code)) throw error;
      await pause(Math.random() * 20 * attempt);
      attempt += 1;
    }
  }
}

export const databaseErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** Whether the error is a violation of this unique constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  isDatabaseError(error) && error.code === '23505' && error.constraint === constraint;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// Connection exceptions, a role or database that is missing or refused while an operator changes it, no disk space, memory or
// connection left, shutdown or recovery, a timeout, and a server that has become a replica.
const UNAVAILABLE_STATES = /^(08...|28...|3D000|53[123]00|57P0[1-5]|57014|55P03|25P03|25006)$/;
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** Whether the database was not reachable or did not answer in time. False if it rejected the statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const code = databaseErrorCode(error);
  if (isDatabaseError(error)) return UNAVAILABLE_STATES.test(code ?? '');
  if (!(error instanceof Error)) return false;
  // A Unix socket that the stopped server has removed.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return (code !== undefined && NETWORK_CODES.has(code)) || LOST_CONNECTION.test(error.message);
};
