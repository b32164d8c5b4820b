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
import type pg from 'pg';

export type Send = (query: CompiledQuery) => Promise<pg.QueryResult>;

const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

// Shared by all handles: creating them for each transaction would cost as much as a statement.
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error('there is no other pool')) });
const provider = {
  provideConnection: () => Promise.reject(new Error('statements are sent by the executor alone')),
};

/**
 * Passes each statement to `send` in the same turn of the event loop. Kysely's own executor takes several turns to get a
 * connection, in which the statements of a `Promise.all` could change their order.
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

/** The options of a Kysely handle whose statements go to `send`. */
export function kyselyOptions(send: Send, close = async () => {}): KyselyProps {
  const driver = Object.assign(new DummyDriver(), { destroy: close });
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(send) };
}
