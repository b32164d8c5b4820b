import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';

const MARK = '/* planned once */';

/**
 * Ends a statement that is sent often and whose best plan is the same whatever its parameters: one that finds or
 * writes rows by a key. Each connection then parses and plans it once. Not for lists and searches, whose plan should
 * depend on what is looked for.
 */
export const plannedOnce = sql.raw(MARK);

// A migration of a newer version of the shop has changed the columns of what this connection has planned.
export const OUTDATED_PLAN = '0A000';

const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const hash = hashes.get(text) ?? createHash('sha1').update(text).digest('hex');
  hashes.set(text, hash);
  return hash;
}

function planning(client: pg.PoolClient): PostgresPoolClient {
  let generation = 0;
  const sendPlanned = (text: string, values: unknown[]) =>
    client.query({ name: `${hashOf(text)}-${generation}`, text, values });
  const query = async (text: string, values: readonly unknown[]) => {
    if (!text.endsWith(MARK)) return client.query(text, [...values]);
    try {
      return await sendPlanned(text, [...values]);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== OUTDATED_PLAN) throw error;
      generation += 1;
      // A transaction has failed by now, and with it this second try: whoever began it runs all of it again.
      return sendPlanned(text, [...values]).catch(() => Promise.reject(error));
    }
  };
  // The query builder's other way to ask, by a cursor, is one that nobody here takes.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

/** The pool as the query builder sees it: a connection plans marked statements under their names. */
export function planningPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? planning(client);
      clients.set(client, known);
      return known;
    },
  };
}
