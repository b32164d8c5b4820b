import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, Tables } from '../../tables.ts';
import { traceStatement } from '../telemetry/traced-statements.ts';
import { type Send, sendingBy } from './direct-executor.ts';
import { sendOnce } from './planned-once.ts';
import { type Answer, ask, askApart } from './query-pipeline.ts';
import { isReadOnly } from './read-only-server.ts';

const BEGIN = { name: 'begin', text: 'begin', values: [] };
const COMMIT = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK = { name: 'rollback', text: 'rollback', values: [] };

class Transaction extends Kysely<Tables> {
  override get isTransaction(): true {
    return true;
  }
}

/**
 * Asks the last statements of a transaction, with which COMMIT leaves: what must not be committed they have to refuse
 * themselves (`refuse`, migration 0104), because nobody sees their answers before.
 */
export type Lastly = <T>(statements: () => Promise<T>) => Promise<T>;

export type Work<T> = (db: Database, lastly: Lastly) => Promise<T>;

/**
 * Runs `work` in one transaction. Statements that do not wait for each other's answers (`Promise.all`) are sent at once
 * and executed in the order they were asked for; the query builder's own transactions would send each when the one
 * before is answered. The statement of `ahead` leaves with the first of them and is none of the transaction's: what it does
 * stays done, and where it fails nothing is committed.
 */
export async function transact<T>(
  pool: pg.Pool,
  work: Work<T>,
  ahead?: (db: Database) => Promise<unknown>,
): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  let begun: Promise<unknown> = Promise.resolve();
  try {
    const allowed = ahead?.(new Kysely(sendingBy((query) => sendOnce(client, query, askApart))));
    begun = Promise.all([allowed, ask(client, BEGIN)]);
    const { result, committed } = await withHandle(client, begun, work);
    await begun;
    const { command } = await (committed ?? commit(client));
    // So is a COMMIT answered after a statement whose failure `work` took no notice of.
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: nothing was committed');
    return result;
  } catch (error) {
    isLost = isReadOnly(error);
    await ask(client, ROLLBACK).catch(() => {
      isLost = true;
    });
    // What `work` makes of it where it could not begin is not the reason.
    await begun;
    throw error;
  } finally {
    client.release(isLost);
  }
}

const commit = (client: pg.PoolClient) => traceStatement('commit', () => ask(client, COMMIT));

/**
 * The handle is of no use once `work` is done: the connection may be in somebody else's transaction by then. After a
 * failure nothing more is sent, and all that was sent behind it has failed for the same reason: if it was BEGIN that failed,
 * what writes would be committed by itself.
 */
async function withHandle<T>(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  work: Work<T>,
): Promise<{ result: T; committed: Promise<Answer> | undefined }> {
  let isOver = false;
  let committed: Promise<Answer> | undefined;
  let failure: unknown;
  const noteFailure = (error: unknown) => {
    failure ??= error;
    throw failure;
  };
  // Whoever began it hears of it too.
  begun.catch(noteFailure).catch(() => {});
  const send: Send = async (query) => {
    if (isOver) throw new Error('this statement came after the end of its transaction');
    if (failure) throw failure;
    return sendOnce(client, query).catch(noteFailure);
  };
  const lastly: Lastly = async (statements) => {
    await begun;
    const answers = statements();
    // By then each is asked, or has failed before it could be: one that was never sent refuses nothing.
    await Promise.race([answers, new Promise((resolve) => process.nextTick(resolve))]);
    if (isOver) throw new Error('these statements came after the end of their transaction');
    isOver = true;
    committed = commit(client);
    // It fails for the same reason as what left before it.
    committed.catch(() => {});
    return answers;
  };
  try {
    const result = await work(new Transaction(sendingBy(send)), lastly);
    return { result, committed };
  } finally {
    isOver = true;
  }
}
