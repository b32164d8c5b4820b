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

/** Its `query` sends a statement once more when its plan was outdated, which in a transaction would be too late. */
type PlanningClient = PostgresPoolClient & { sendOnce: PostgresPoolClient['query'] };

const isOutdatedPlan = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === OUTDATED_PLAN;

function planning(client: pg.PoolClient): PlanningClient {
  let generation = 0;
  const sendOnce = (text: string, values: readonly unknown[]) => {
    const name = text.endsWith(MARK) ? `${hashOf(text)}-${generation}` : undefined;
    return client.query({ name, text, values: [...values] }).catch((error) => {
      if (isOutdatedPlan(error)) generation += 1;
      throw error;
    });
  };
  const query = (text: string, values: readonly unknown[]) =>
    sendOnce(text, values).catch((error) => {
      if (isOutdatedPlan(error)) return sendOnce(text, values);
      throw error;
    });
  // The query builder's other way to ask, by a cursor, is one that nobody here takes.
  return { query, sendOnce, release: (destroy?: boolean) => client.release(destroy) } as unknown as PlanningClient;
}

const clients = new WeakMap<pg.PoolClient, PlanningClient>();

/** The connection as the query builder sees it: marked statements are planned under their names. */
export function planningClient(client: pg.PoolClient): PlanningClient {
  const known = clients.get(client) ?? planning(client);
  clients.set(client, known);
  return known;
}

export const planningPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => planningClient(await pool.connect()),
});
