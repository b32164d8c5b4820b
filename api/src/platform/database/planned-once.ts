import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '../../tables.ts';
import { traceStatement } from '../telemetry/traced-statements.ts';
import { corkUntilEndOfTurn } from './one-write.ts';

/** A prepared statement: `plan` is its name on every connection. */
type PlannedQuery<Row> = CompiledQuery<Row> & { readonly plan: string };

const isPlanned = <Row>(query: CompiledQuery<Row>): query is PlannedQuery<Row> => 'plan' in query;

/** Takes the place of a value while the query builder compiles a statement. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Statement<Values, Rows> = (db: Database, values: Values) => Promise<Rows>;

type Compile<Values, Row> = (db: Database, values: Values) => CompiledQuery<Row>;

/**
 * Compiles a statement once for each set of value names, with placeholders for the values. A value that is undefined gets no
 * placeholder, so that the query builder leaves its column out.
 */
function compiledOnce<Values extends object, Row>(
  compile: Compile<Values, Row>,
  finish: (query: CompiledQuery<Row>) => CompiledQuery<Row>,
): Statement<Values, Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  const compileWithPlaceholders = (db: Database, names: string[]) =>
    finish(compile(db, Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values));
  return async (db, values) => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined);
    const key = names.join();
    const query = compiled.get(key) ?? compileWithPlaceholders(db, names);
    compiled.set(key, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/**
 * For frequent statements with one best plan for all values: they find or write rows by key. Each connection prepares and plans
 * them once. Not for lists and searches, where the best plan depends on the values.
 */
export const plannedOnce = <Values extends object, Row>(compile: Compile<Values, Row>): Statement<Values, Row[]> =>
  compiledOnce(compile, (query): PlannedQuery<Row> => {
    const plan = createHash('sha1').update(query.sql).digest('hex');
    return { ...query, plan };
  });

/** For lists and searches: compiled once, because compiling takes longer than planning, and planned for each call. */
export const writtenOnce = <Values extends object, Row>(compile: Compile<Values, Row>): Statement<Values, Row[]> =>
  compiledOnce(compile, (query) => query);

export const first =
  <Values, Row>(statement: Statement<Values, Row[]>): Statement<Values, Row | undefined> =>
  async (db, values) =>
    (await statement(db, values))[0];

/** For statements that always answer one row. */
export const only =
  <Values, Row>(statement: Statement<Values, Row[]>): Statement<Values, Row> =>
  async (db, values) => {
    const [row] = await statement(db, values);
    if (!row) throw new Error('a statement that answers with one row answered with none');
    return row;
  };

// SQLSTATE: the columns of a prepared statement have changed, by a migration of a newer version.
export const OUTDATED_PLAN = '0A000';

const isOutdatedPlan = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === OUTDATED_PLAN;

// How many times a connection found an outdated plan. The number is part of the names of its statements.
const generations = new WeakMap<pg.PoolClient, number>();

export async function sendOnce(client: pg.PoolClient, query: CompiledQuery): Promise<pg.QueryResult> {
  const generation = generations.get(client) ?? 0;
  const name = isPlanned(query) ? `${query.plan}-${generation}` : undefined;
  // A pooler identifies statements by their text: an unchanged text would find the outdated plan again.
  const text = generation > 0 ? `${query.sql} -- ${generation}` : query.sql;
  corkUntilEndOfTurn(client);
  try {
    return await traceStatement(query.sql, () =>
      client.query({ ...(name && { name }), text, values: [...query.parameters] }),
    );
  } catch (error) {
    // The stack trace shall lead to the caller, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    if (isOutdatedPlan(error)) generations.set(client, generation + 1);
    throw error;
  }
}

/** Repeats a statement once if its plan was outdated. In a transaction this does not work: the failure has ended it. */
export const send = (client: pg.PoolClient, query: CompiledQuery): Promise<pg.QueryResult> =>
  sendOnce(client, query).catch((error) => {
    if (isOutdatedPlan(error)) return sendOnce(client, query);
    throw error;
  });
