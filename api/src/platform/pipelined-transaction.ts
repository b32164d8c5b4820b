import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, Tables } from '../tables.ts';
import { type Send, sendingBy } from './direct-executor.ts';
import { onlyReads, sendOnce } from './planned-once.ts';
import { isReadOnly } from './read-only-server.ts';
import { traceStatement } from './telemetry/traced-statements.ts';

class Transaction extends Kysely<Tables> {
  override get isTransaction(): true {
    return true;
  }
}

/**
 * Runs `work` in one transaction. Statements that do not wait for each other's answers (`Promise.all`) are sent at once
 * and executed in the order they were asked for; the query builder's own transactions would send each when the one
 * before is answered.
 */
export async function transact<T>(pool: pg.Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  try {
    const begun = client.query('begin');
    const result = await withHandle(client, begun, work);
    await begun;
    const { command } = await traceStatement('commit', () => client.query('commit'));
    // So is a COMMIT answered after a statement whose failure `work` took no notice of.
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
 * The handle is of no use once `work` is done: the connection may be in somebody else's transaction by then. After a
 * failure all that was sent behind it fails too, and for the same reason. What reads may leave together with BEGIN; the
 * first that writes waits for its answer, and all behind it: without a transaction it would be committed by itself.
 */
async function withHandle<T>(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let failure: unknown;
  const noteFailure = (error: unknown) => {
    failure ??= error;
    throw failure;
  };
  const begunOrFailed = begun.catch(noteFailure);
  // Whoever began it hears of it too; here nobody may be waiting.
  begunOrFailed.catch(() => {});
  let turn: Promise<unknown> | undefined;
  const send: Send = async (query) => {
    if (!onlyReads(query)) turn ??= begunOrFailed;
    if (turn) await turn;
    if (isOver) throw new Error('this statement came after the end of its transaction');
    return sendOnce(client, query).catch(noteFailure);
  };
  try {
    return await work(new Transaction(sendingBy(send)));
  } finally {
    isOver = true;
  }
}
