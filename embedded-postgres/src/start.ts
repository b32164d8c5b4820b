import { join, resolve } from 'node:path';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { findBinaries, SYSTEM_CACHE } from './binaries.ts';
import { ensureCluster, readOrCreatePassword } from './cluster.ts';
import { urlOfShop } from './running-cluster.ts';
import { superviseServer } from './server.ts';
import { reasonOf, StartupError } from './startup-error.ts';

export interface EmbeddedPostgres {
  /** The address of database `shop` for its owner, role `shop`, which may create databases but is no superuser. */
  url: string;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** `false` is faster but not safe against power loss: only for data that may be lost, as in tests. */
  durable?: boolean;
}

/**
 * Runs the PostgreSQL of the npm package on `<dataDir>/postgres` and restarts it after a crash. The caller must hold the lock of the
 * folder (`lockDataDir`), or know that nobody else uses it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The embedded PostgreSQL could not be started: ${reasonOf(error)}.`);
  }
}

/** Ends a start that is not complete, which would otherwise leave PostgreSQL running. */
export const stopOnceStarted = (starting: Promise<EmbeddedPostgres>): Promise<void> =>
  starting.then(
    (postgres) => postgres.stop(),
    () => undefined,
  );

async function start({ log, durable = true, ...options }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const home = join(dataDir, 'postgres');
  const clusterDir = join(home, 'cluster');

  const account = await chooseAccount([clusterDir, dataDir]);
  const copyTo = [SYSTEM_CACHE, join(dataDir, 'postgres-programs')];
  const { initdb, postgres } = await findBinaries({ account, copyTo });
  const password = await readOrCreatePassword(join(dataDir, 'postgres-password'));
  await ensureCluster({ home, clusterDir, initdb, password, account, durable }, log);
  const server = await superviseServer({ home, clusterDir, postgres, account, durable, log });
  try {
    await ensureShopDatabase(server.port, password);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: urlOfShop(server.port, password), stop: server.stop };
}

async function ensureShopDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  try {
    const roles = await client.query("SELECT 1 FROM pg_roles WHERE rolname = 'shop'");
    const role = `ROLE shop LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`;
    await client.query(roles.rowCount ? `ALTER ${role}` : `CREATE ${role}`);
    const databases = await client.query("SELECT 1 FROM pg_database WHERE datname = 'shop'");
    if (!databases.rowCount) await client.query('CREATE DATABASE shop OWNER shop');
  } finally {
    await client.end();
  }
}
