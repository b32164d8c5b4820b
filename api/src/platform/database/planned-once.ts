import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '../../tables.ts';
import { traceStatement } from '../telemetry/traced-statements.ts';
import { type Answer, ask } from './query-pipeline.ts';

/** A statement that connections know by name. */
type PlannedQuery<Row> = CompiledQuery<Row> & { readonly plan: string };

const isPlanned = <Row>(query: CompiledQuery<Row>): query is PlannedQuery<Row> => 'plan' in query;

/** Stands for a value while a statement is written. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Statement<Values, Rows> = (db: Database, values: Values) => Promise<Rows>;

type Write<Values, Row> = (db: Database, values: Values) => CompiledQuery<Row>;

/**
 * What writes the statement sees blanks in place of values, and none for a value that is undefined, so that its column
 * is left out as the query builder does it: each set of names that values come under is written once.
 */
function fillingBlanks<Values extends object, Row>(
  write: Write<Values, Row>,
  finish: (query: CompiledQuery<Row>) => CompiledQuery<Row>,
): Statement<Values, Row[]> {
  const written = new Map<string, CompiledQuery<Row>>();
  const writeWithBlanks = (db: Database, names: string[]) =>
    finish(write(db, Object.fromEntries(names.map((name) => [name, new Blank(name)])) as Values));
  return async (db, values) => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined);
    const key = names.join();
    const query = written.get(key) ?? writeWithBlanks(db, names);
    written.set(key, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Blank ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/**
 * A statement that is sent often and whose best plan is the same whatever its values: one that finds or writes rows by
 * a key. Each connection plans it once. Not for lists and searches, whose plan should depend on what is looked for.
 */
export const plannedOnce = <Values extends object, Row>(write: Write<Values, Row>): Statement<Values, Row[]> =>
  fillingBlanks(write, (query): PlannedQuery<Row> => {
    const plan = createHash('sha1').update(query.sql).digest('hex');
    return { ...query, plan };
  });

/** The same for lists and searches: written once, since that takes longer than planning, and planned each time. */
export const writtenOnce = <Values extends object, Row>(write: Write<Values, Row>): Statement<Values, Row[]> =>
  fillingBlanks(write, (query) => query);

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

const isOutdatedPlan = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === OUTDATED_PLAN;

// How many times the plans of a connection were outdated: from then on they have other names.
const generations = new WeakMap<pg.PoolClient, number>();

export async function sendOnce(client: pg.PoolClient, query: CompiledQuery): Promise<Answer> {
  const generation = generations.get(client) ?? 0;
  const name = isPlanned(query) ? `${query.plan}-${generation}` : undefined;
  // A pooler knows statements by their text alone, and would find the outdated plan again.
  const text = generation > 0 ? `${query.sql} -- ${generation}` : query.sql;
  try {
    return await traceStatement(query.sql, () => ask(client, { name, text, values: query.parameters }));
  } catch (error) {
    // Where it was asked for says more than where its answer was read.
    if (error instanceof Error) Error.captureStackTrace(error);
    if (isOutdatedPlan(error)) generations.set(client, generation + 1);
    throw error;
  }
}

/** Once more when its plan was outdated, which in a transaction would be too late. */
export const send = (client: pg.PoolClient, query: CompiledQuery): Promise<Answer> =>
  sendOnce(client, query).catch((error) => {
    if (isOutdatedPlan(error)) return sendOnce(client, query);
    throw error;
  });
