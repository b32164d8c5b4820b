import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { databaseTimeouts } from './database.ts';
import { connected } from './single-connection.ts';

const ANSWER_MS = 5_000;

const withConnection = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(url, work, { query_timeout: ANSWER_MS });

const backendOf = async (client: pg.Client, name?: string): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' });
  return rows[0]?.pid ?? 0;
};

/** Detects a pooler: the process id of the greeting differs from that of the backend that answers a query. */
export const isPooled = (url: string): Promise<boolean> =>
  withConnection(url, async (client) => {
    const greetingPid = 'processID' in client ? client.processID : undefined;
    return greetingPid !== (await backendOf(client));
  });

/** A pooler accepts no timeouts from a connection, so they are stored as settings of the shop's role. */
export async function giveTimeoutsToRole(directUrl: string, pooledUrl: string, factor: number): Promise<void> {
  const role = decodeURIComponent(new URL(pooledUrl).username);
  await withConnection(directUrl, async (client) => {
    const wanted = databaseTimeouts(factor);
    const { rows } = await client.query<{ settings: string[] }>(
      `select setconfig as settings from pg_db_role_setting where setrole = to_regrole($1)
       and setdatabase = (select oid from pg_database where datname = current_database())`,
      [`"${role}"`],
    );
    const missing = Object.entries(wanted).filter(([name, ms]) => !rows[0]?.settings.includes(`${name}=${ms}`));
    const { rows: names } = await client.query<{ role: string; database: string }>(
      'select quote_ident($1) as role, quote_ident(current_database()) as database',
      [role],
    );
    for (const [name, ms] of missing)
      await client.query(`alter role ${names[0]?.role} in database ${names[0]?.database} set ${name} = ${ms}`);
  });
}

const TOO_OLD =
  'DATABASE_URL leads to a pooler that does not keep prepared statements. PgBouncer does from 1.21 on, with ' +
  'max_prepared_statements above 0 (200 is its default from 1.24 on).';

/** Refuses a pooler without the timeouts of the role, or without prepared statements. */
export const checkPooler = (url: string, factor: number): Promise<void> =>
  withConnection(url, async (client) => {
    for (const [name, ms] of Object.entries(databaseTimeouts(factor))) {
      const { rows } = await client.query<{ ms: number }>(
        'select setting::int as ms from pg_settings where name = $1',
        [name],
      );
      if (rows[0]?.ms !== ms)
        throw new StartupError(
          `Through DATABASE_URL ${name} is ${rows[0]?.ms} ms instead of ${ms}: set DATABASE_DIRECT_URL and migrate, which ` +
            'gives it to the role of the shop, then say RECONNECT on the console of the pooler.',
        );
    }
    if (!(await keepsPreparedStatements(url, client))) throw new StartupError(TOO_OLD);
  });

// SQLSTATE invalid_sql_statement_name: the prepared statement does not exist.
const UNKNOWN_STATEMENT = '26000';
const HOLDERS = 5;

/** Prepares a statement, occupies the backend that knows it with other transactions, and runs the statement on another. */
async function keepsPreparedStatements(url: string, client: pg.Client): Promise<boolean> {
  const known = await backendOf(client, 'probe');
  const holders: pg.Client[] = [];
  try {
    for (let isOccupied = false; !isOccupied && holders.length < HOLDERS; ) {
      const holder = new pg.Client({ connectionString: url, query_timeout: ANSWER_MS });
      holder.on('error', () => {});
      holders.push(holder);
      await holder.connect();
      await holder.query('begin');
      isOccupied = (await backendOf(holder)) === known;
    }
    await backendOf(client, 'probe');
    return true;
  } catch (error) {
    // With a pool of one connection a second client gets none: there is no other backend that could miss the statement.
    if (error instanceof pg.DatabaseError && error.code === UNKNOWN_STATEMENT) return false;
    if (error instanceof pg.DatabaseError) throw error;
    return true;
  } finally {
    await Promise.all(holders.map((holder) => holder.end()));
  }
}
