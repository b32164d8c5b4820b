import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { databaseTimeouts } from './database.ts';
import { connected } from './single-connection.ts';

const ANSWER_MS = 5_000;

const asking = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(url, work, { query_timeout: ANSWER_MS });

const backendOf = async (client: pg.Client, name?: string): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' });
  return rows[0]?.pid ?? 0;
};

/** Whether somebody stands between us and PostgreSQL: who greeted us is then not the one who answers. */
export const isPooled = (url: string): Promise<boolean> =>
  asking(url, async (client) => {
    const greetedBy = 'processID' in client ? client.processID : undefined;
    return greetedBy !== (await backendOf(client));
  });

/** Where the shop's timeouts cannot be sent along, because a pooler takes none, its role has them. */
export async function giveTimeoutsToRole(directUrl: string, pooledUrl: string, factor: number): Promise<void> {
  const role = decodeURIComponent(new URL(pooledUrl).username);
  await asking(directUrl, async (client) => {
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

/** Refuses a pooler through which the shop would fail now and then, or wait without end. */
export const checkPooler = (url: string, factor: number): Promise<void> =>
  asking(url, async (client) => {
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
    if (!(await keepsStatements(url, client))) throw new StartupError(TOO_OLD);
  });

// SQLSTATE: a prepared statement that does not exist.
const UNKNOWN_STATEMENT = '26000';
const HOLDERS = 5;

/** Prepares a statement, lets others occupy the connection that knows it, and asks for it again. */
async function keepsStatements(url: string, client: pg.Client): Promise<boolean> {
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
    // A pool of one connection lets nobody else in: there is no other that might not know the statement.
    if (error instanceof pg.DatabaseError && error.code === UNKNOWN_STATEMENT) return false;
    if (error instanceof pg.DatabaseError) throw error;
    return true;
  } finally {
    await Promise.all(holders.map((holder) => holder.end()));
  }
}
