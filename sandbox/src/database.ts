import type { ClientBase, Pool } from 'pg';

/** The first argument of every query, so that no query can run outside its transaction. */
export type Database = Pick<ClientBase, 'query'>;

export async function inTransaction<T>(pool: Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that dies while it is in use emits 'error', which would end the process without a listener.
  // The query in progress rejects with the same cause.
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
