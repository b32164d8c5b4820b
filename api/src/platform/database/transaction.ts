import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, Tables } from '../../tables.ts';
import { traceStatement } from '../telemetry/traced-statements.ts';
import { kyselyOptions, type Send } from './direct-executor.ts';
import { sendOnce } from './planned-once.ts';
import { isReadOnly } from './read-only-server.ts';

class Transaction extends Kysely<Tables> {
  override get isTransaction(): true {
    return true;
  }
}

export type Work<T> = (db: Database) => Promise<T>;

/**
 * Runs `work` in one transaction. Statements of one `Promise.all` are sent together and executed in the order of their
 * calls; a transaction of the query builder would send each one after the answer to the one before.
 */
export async function transact<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  try {
    // BEGIN is awaited: if it failed, statements that were already sent would commit by themselves.
    await client.query('begin');
    const result = await workWithHandle(client, work);
    const { command } = await traceStatement('commit', () => client.query('commit'));
    // PostgreSQL answers COMMIT with ROLLBACK after a failed statement, also if `work` caught its error.
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: nothing was committed');
    return result;
  } catch (error) {
    isLost = isReadOnly(error);
    await client.query('rollback').catch(() => {
      isLost = true;
    });
    throw error;
  } finally {
    client.release(isLost);
  }
}

/**
 * Gives `work` a handle that is valid only while `work` runs, because the connection may serve another transaction afterwards.
 * After a failure PostgreSQL refuses every later statement of the transaction; the handle reports the first failure for them.
 */
async function workWithHandle<T>(client: pg.PoolClient, work: Work<T>): Promise<T> {
  let isOver = false;
  let failure: unknown;
  const rethrowFirstFailure = (error: unknown) => {
    failure ??= error;
    throw failure;
  };
  const send: Send = async (query) => {
    if (isOver) throw new Error('this statement came after the end of its transaction');
    if (failure) throw failure;
    return sendOnce(client, query).catch(rethrowFirstFailure);
  };
  try {
    return await work(new Transaction(kyselyOptions(send)));
  } finally {
    isOver = true;
  }
}
