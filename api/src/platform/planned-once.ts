import { createHash } from 'node:crypto';
import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database } from '../tables.ts';

const MARK = '/* planned once */';
const READING_MARK = `/* reads */ ${MARK}`;

/** Whether this is surely so; of statements that are not planned once nobody knows. */
export const onlyReads = (text: string): boolean => text.endsWith(READING_MARK);

/** Stands for a value while a statement is written. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Statement<Values, Rows> = (db: Database, values: Values) => Promise<Rows>;

/**
 * A statement that is sent often and whose best plan is the same whatever its values: one that finds or writes rows by
 * a key. It is written once for each set of names that its values come under, and each connection plans it once; what
 * writes it sees blanks in place of values. Not for lists and searches, whose plan should depend on what is looked for.
 */
export function plannedOnce<Values extends object, Row>(
  write: (db: Database, values: Values) => CompiledQuery<Row>,
): Statement<Values, Row[]> {
  const written = new Map<string, CompiledQuery<Row>>();
  const writeWithBlanks = (db: Database, names: string[]): CompiledQuery<Row> => {
    const query = write(db, Object.fromEntries(names.map((name) => [name, new Blank(name)])) as Values);
    return { ...query, sql: `${query.sql} ${query.query.kind === 'SelectQueryNode' ? READING_MARK : MARK}` };
  };
  return async (db, values) => {
    const names = Object.keys(values);
    const key = names.join();
    const query = written.get(key) ?? writeWithBlanks(db, names);
    written.set(key, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Blank ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

export const first =
  <Values, Row>(statement: Statement<Values, Row[]>): Statement<Values, Row | undefined> =>
  async (db, values) =>
    (await statement(db, values))[0];

/** For statements that always answer with one row. */
export const only =
  <Values, Row>(statement: Statement<Values, Row[]>): Statement<Values, Row> =>
  async (db, values) => {
    const [row] = await statement(db, values);
    if (!row) throw new Error('a statement that answers with one row answered with none');
    return row;
  };

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
