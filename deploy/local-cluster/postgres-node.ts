import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, chownTo } from '../../embedded-postgres/src/account.ts';
import { type RunningProgram, run } from './running-program.ts';

export type PostgresNode = {
  name: string;
  port: number;
  socket: string;
  /** Creates a new, empty cluster. */
  initialise(): Promise<void>;
  /** Replaces the data of this node with a copy of the primary. After its start the node is a replica of that primary. */
  follow(primary: PostgresNode): Promise<void>;
  start(): Promise<void>;
  /** `fast` writes everything and informs the replica; `immediate` is like a power failure. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Runs SQL as superuser directly on this node. */
  query<R extends pg.QueryResultRow>(sql: string, database?: string): Promise<R[]>;
};

type NodeOptions = {
  name: string;
  folder: string;
  port: number;
  bin: string;
  password: string;
  account: Account | undefined;
};

const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const POLL_INTERVAL_MS = 50;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: 150,
  shared_buffers: '256MB',
  wal_keep_size: '1GB',
  // The default of 5 seconds would delay the reconnection of a replica.
  wal_retrieve_retry_interval: '500ms',
  // The promoted node must have every acknowledged commit.
  synchronous_commit: 'on',
  log_min_messages: 'log',
};

export async function openPostgresNode({
  name,
  folder,
  port,
  bin,
  password,
  account,
}: NodeOptions): Promise<PostgresNode> {
  const [data, sockets, passwordFile] = ['data', 'socket', 'password'].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ];
  await mkdir(sockets, { recursive: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  for (const path of [folder, sockets, passwordFile]) await chownTo(account, path);
  const command = (program: string, args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)(join(bin, program), args, { cwd: folder, env: { LC_ALL: 'C.UTF-8', ...env }, ...account });
  let server: RunningProgram;

  const query: PostgresNode['query'] = async (sql, database = 'postgres') => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database,
      query_timeout: 10_000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    name,
    port,
    socket: join(sockets, `.s.PGSQL.${port}`),
    query,
    async initialise() {
      const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
      const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
      await command('initdb', [`--pgdata=${data}`, ...access, ...locale]);
    },
    async follow(primary) {
      await rm(data, { recursive: true, force: true });
      const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
      await command('pg_basebackup', [...source, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], {
        PGPASSWORD: password,
      });
    },
    async start() {
      const settings = { ...SETTINGS, port, unix_socket_directories: sockets, cluster_name: name };
      const flags = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
      const logFile = join(folder, '..', `${name}.log`);
      server = run({ command: join(bin, 'postgres'), args: ['-D', data, ...flags], cwd: folder, logFile, account });
      while (!(await query('select 1').catch(() => undefined))) {
        if (server.hasEnded()) throw new Error(`PostgreSQL did not start: see ${logFile}`);
        await pause(POLL_INTERVAL_MS);
      }
    },
    async stop(mode) {
      if (server.hasEnded()) return;
      server.kill(STOP_SIGNALS[mode]);
      await server.ended;
    },
  };
}
