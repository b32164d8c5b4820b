import {
  type CompiledQuery,
  DefaultQueryExecutor,
  DummyDriver,
  type KyselyProps,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Answer } from './query-pipeline.ts';

export type Send = (query: CompiledQuery) => Promise<Answer>;

const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

// One of each for all: a transaction's handle would otherwise cost as much as a statement.
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error('there is no other pool')) });
const provider = {
  provideConnection: () => Promise.reject(new Error('statements are sent by the executor alone')),
};

/**
 * Hands every statement to `send` at the moment it is asked for. The query builder's own way to a connection takes
 * several turns, in which the statements of a `Promise.all` could overtake each other.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #send: Send;

  constructor(send: Send) {
    super(compiler, adapter, provider);
    this.#send = send;
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send(query);
    return { rows: rows as Row[], ...(WRITING.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }
}

/** What a handle of the query builder is made of, for one that sends like this. */
export function sendingBy(send: Send, close = async () => {}): KyselyProps {
  const driver = Object.assign(new DummyDriver(), { destroy: close });
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(send) };
}
