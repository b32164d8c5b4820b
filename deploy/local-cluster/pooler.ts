import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Account, chownTo } from '../../embedded-postgres/src/account.ts';
import type { DatabasePair } from './database-pair.ts';
import { openService, type Service } from './service.ts';

type Options = {
  folder: string;
  command: string;
  account: Account | undefined;
  port: number;
  password: string;
  database: DatabasePair;
};

export type Pooler = Service & { url: string };

/** PgBouncer in transaction mode in front of the current primary. */
export async function openPooler({ folder, command, account, port, password, database }: Options): Promise<Pooler> {
  const home = join(folder, 'pgbouncer');
  await mkdir(home);
  const [config, users] = [join(home, 'pgbouncer.ini'), join(home, 'users.txt')];
  const { host, port: primaryPort } = database.address;
  await writeFile(users, `"shop" "${password}"\n`, { mode: 0o600 });
  await writeFile(
    config,
    `[databases]
shop = host=${host} port=${primaryPort} dbname=shop
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = shop
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 30
max_client_conn = 500
; The default leaves a database that is back alone for 15 seconds.
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
  );
  for (const path of [home, config, users]) await chownTo(account, path);
  const url = `postgres://shop:${password}@127.0.0.1:${port}/shop`;
  const service = await openService({
    name: 'pgbouncer',
    program: { command, args: [config], cwd: home, account, logFile: join(folder, 'pgbouncer.log') },
    isReady: () => hasAnswered(url.replace(/shop$/, 'pgbouncer')),
    // The signal of its systemd unit: open transactions finish first.
    stopSignal: 'SIGINT',
  });
  return { ...service, url };
}

/** Checks its console instead of the database, because a connection from before the migrations would stay without timeouts. */
async function hasAnswered(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query('show version')).rows.length === 1;
  } finally {
    await client.end();
  }
}
