import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';

/** `name`: under which a connection keeps its plan, and we the columns of its rows. */
export type Statement = {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};
export type Answer<Row = pg.QueryResultRow> = { command: string; rowCount: number | null; rows: Row[] };

type Column = { readonly name: string; readonly read: (value: string) => unknown };
type Question = Statement & Answer & PromiseWithResolvers<Answer> & { columns: readonly Column[] };

const knownTo = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

/**
 * Statements that reach the server in one packet and are answered in one. What stands behind one that fails is not
 * executed. The driver would have each answered by itself, and ask for the columns of a known statement each time.
 */
export class Exchange extends pg.Query {
  declare callback: (error: Error | null) => void;
  readonly statements: Question[] = [];
  #answered = 0;
  #known = new Map<string, readonly Column[]>();

  constructor() {
    super('', () => {});
  }

  ask(statement: Statement): Promise<Answer> {
    const answer = { command: '', rowCount: null, rows: [], columns: [] };
    const question = { ...statement, ...answer, ...Promise.withResolvers<Answer>() };
    this.statements.push(question);
    return question.promise;
  }

  override submit = (connection: pg.Connection): Error | null => {
    this.#known = knownTo.get(connection) ?? this.#known;
    knownTo.set(connection, this.#known);
    try {
      const packet = this.#packet();
      if (connection.stream.writable) connection.stream.write(packet);
      return null;
    } catch (error) {
      return error as Error;
    }
  };

  #packet(): Buffer {
    const messages: Buffer[] = [];
    const named = new Set<string>();
    for (const question of this.statements) {
      const { name, text, values } = question;
      const columns = name === undefined ? undefined : this.#known.get(name);
      if (name === undefined) messages.push(serialize.parse({ text }));
      else if (!columns && !named.has(name)) {
        // It may be there, of an exchange that failed.
        messages.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
        named.add(name);
      }
      messages.push(serialize.bind({ statement: name ?? '', values: [...values], valueMapper: prepareValue }));
      if (columns) question.columns = columns;
      else messages.push(serialize.describe({ type: 'P' }));
      messages.push(serialize.execute());
    }
    return Buffer.concat([...messages, serialize.sync()]);
  }

  get #next(): Question {
    const question = this.statements[this.#answered];
    if (!question) throw new Error('the server answered what it was not asked');
    return question;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#next.columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, rows, reject } = this.#next;
    try {
      const row: pg.QueryResultRow = {};
      columns.forEach(({ name, read }, at) => {
        const value = fields[at] ?? null;
        row[name] = value === null ? null : read(value);
      });
      rows.push(row);
    } catch (error) {
      reject(error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const question = this.#next;
    const count = /\d+$/.exec(text)?.[0];
    question.command = text.split(' ', 1)[0] ?? '';
    question.rowCount = count === undefined ? null : Number(count);
    this.#answered += 1;
  }

  handleEmptyQuery(): void {
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    this.#settle();
    this.callback(null);
  }

  handleError(error: Error): void {
    for (const { reject } of this.statements.splice(this.#answered)) reject(error);
    this.#settle();
    this.callback(error);
  }

  #settle() {
    for (const { name, columns, resolve, command, rowCount, rows } of this.statements) {
      if (name !== undefined) this.#known.set(name, columns);
      resolve({ command, rowCount, rows });
    }
  }
}

const gathering = new WeakMap<pg.PoolClient, Exchange>();

/**
 * Sends the statement at the end of this turn of the event loop, in one packet with the other statements of the turn.
 * Not earlier, because the operating system may give this core to the backend that the packet wakes.
 */
export function ask<Row = pg.QueryResultRow>(client: pg.PoolClient, statement: Statement): Promise<Answer<Row>> {
  const exchange = gathering.get(client) ?? gatherFor(client);
  return exchange.ask(statement) as Promise<Answer<Row>>;
}

function gatherFor(client: pg.PoolClient): Exchange {
  const exchange = new Exchange();
  gathering.set(client, exchange);
  setImmediate(() => {
    gathering.delete(client);
    client.query(exchange);
  });
  return exchange;
}
