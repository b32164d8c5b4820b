import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from '../../tables.ts';
import { type Send, sendingBy } from './direct-executor.ts';
import { transact, type Work } from './pipelined-transaction.ts';
import { OUTDATED_PLAN, send } from './planned-once.ts';
import { isReadOnly, REFUSE_READ_ONLY } from './read-only-server.ts';

const INT8 = 20;
/** Paise, counts and ids of jobs all fit a double exactly; a value that does not is a fault, not a rounding. */
pg.types.setTypeParser(INT8, (value) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${value}`);
  return number;
});

const IDLE_MS = 300_000;
// An idle connection whose server has vanished is noticed about ten seconds after this.
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * `answerMs` ends the wait for a server that has vanished without a word. It is longer than a statement and a lock may
 * take, so that a server that is there gives its own reason first; it also bounds what statements sent at once take
 * together. Migrations and backups have connections of their own and take as long as they need.
 */
const timeouts = (factor: number) => ({ connectMs: 8_000 * factor, answerMs: 7_000 * factor });

/** In milliseconds, under the server's own names. */
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
  /** Multiplies every wait. */
  timeoutFactor?: number;
  /** Of a pooler, which refuses to be told timeouts: the role has them (`pooler.ts`). */
  isPooled?: boolean;
  /** Only read from. Any other server is refused unless it takes writes. */
  isReplica?: boolean;
};

export function createPool({ url, max, onError, timeoutFactor = 1, isPooled, isReplica }: PoolOptions): pg.Pool {
  const { connectMs, answerMs } = timeouts(timeoutFactor);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // In this mode the driver ends a connection whose answer is overdue, instead of sending more behind it.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: connectMs,
    // Opening one costs more than a purchase does, and what it had planned is lost with it.
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs,
    ...(!isPooled && databaseTimeouts(timeoutFactor)),
    application_name: 'digital-goods-marketplace',
    ...(!isReplica && { verify: (client, done) => void client.query(REFUSE_READ_ONLY).then(() => done(), done) }),
  });
  // An idle client that loses its server, and a taken one, both emit 'error'; unheard, either ends the process.
  // A pool that ends does not wait until its connections have: a server that is stopped after it finds some still open.
  const tell = (error: Error) => void (pool.ending || onError(error));
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', tell));
  return pool;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Each statement by any connection. */
export const sendingThrough =
  (pool: pg.Pool): Send =>
  async (query) => {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await send(client, query);
    } catch (error) {
      // What did not come from the server leaves open what the connection will say next.
      isLost = !isDatabaseError(error) || isReadOnly(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  };

export function createDatabase(pool: pg.Pool): Database {
  const db = new Kysely<Tables>(sendingBy(sendingThrough(pool), () => pool.end()));
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
      // After a migration each connection finds out once. That is no attempt, or three of them would end a purchase.
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

/** Whether the error is the named unique key refusing a second row. */
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
// Connection exceptions, a role or database that is refused or not there while an operator changes it, a full disk, no memory
// or connection left, shutdown or recovery, a statement that ran out of time, and a server that has become a replica.
const UNAVAILABLE_STATES = /^(08...|28...|3D000|53[123]00|57P0[1-5]|57014|55P03|25P03|25006)$/;
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** Whether the database could not be reached or did not answer in time, as opposed to refusing the statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const code = databaseErrorCode(error);
  if (isDatabaseError(error)) return UNAVAILABLE_STATES.test(code ?? '');
  if (!(error instanceof Error)) return false;
  // A socket in a folder, whose server has taken it away.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return (code !== undefined && NETWORK_CODES.has(code)) || LOST_CONNECTION.test(error.message);
};
