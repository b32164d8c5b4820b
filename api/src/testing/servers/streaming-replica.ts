import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, chownTo } from '@shop/embedded-postgres/account';
import { findBinaries, SYSTEM_CACHE } from '@shop/embedded-postgres/binaries';
import { dataPathFor, POSTGRES_ENVIRONMENT } from '@shop/embedded-postgres/cluster';
import { copyTree } from '@shop/embedded-postgres/copy-tree';
import { connectToRunning, copyRunningCluster } from '@shop/embedded-postgres/running-cluster';
import { startEmbeddedPostgres } from '@shop/embedded-postgres/start';
import pg from 'pg';
import { reservePort } from './reserved-port.ts';

export type ReplicatedPostgres = Awaited<ReturnType<typeof openReplicatedPostgres>>;

/** A PostgreSQL server with a streaming replica. Tests can pause, kill and restart the replica. */
export async function openReplicatedPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-replicated-'));
  const primary = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  const port = await reservePort();
  const { home, account } = await copyCluster(dataDir, new URL(primary.url).port);
  const { postgres } = await findBinaries({ account, copyTo: [SYSTEM_CACHE] });
  const replicaUrl = Object.assign(new URL(primary.url), { port: String(port) }).href;
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const asSuperuser = (url: string) => Object.assign(new URL(url), { username: 'postgres', password }).href;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const options = { ...account, cwd: home, env: POSTGRES_ENVIRONMENT, stdio: 'ignore' as const };
    server = spawn(postgres, ['-D', dataPathFor(home, account), ...flags], options);
    for (let isThere = false; !isThere; ) {
      if (server.exitCode !== null) throw new Error('the replica did not start');
      isThere = await ask(replicaUrl, 'select 1').then(
        () => true,
        () => false,
      );
    }
  }
  /** Immediate shutdown, which breaks open connections. */
  async function kill(): Promise<void> {
    if (server?.exitCode === null && server.kill('SIGQUIT')) await once(server, 'exit');
  }

  await start();
  return {
    primaryUrl: primary.url,
    replicaUrl,
    /** The replica receives WAL but no longer replays it. */
    pauseReplay: () => ask(asSuperuser(replicaUrl), 'select pg_wal_replay_pause()'),
    resumeReplay: () => ask(asSuperuser(replicaUrl), 'select pg_wal_replay_resume()'),
    /** Starts a new, still empty WAL file. */
    switchLog: () => ask(asSuperuser(primary.url), 'select pg_switch_wal()'),
    start,
    kill,
    async close() {
      await kill();
      await primary.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function copyCluster(dataDir: string, primaryPort: string) {
  const cluster = join(dataDir, 'postgres/cluster');
  const [copy, home] = [join(dataDir, 'copy'), join(dataDir, 'postgres/replica')];
  const account = await chooseAccount([cluster]);
  const client = await connectToRunning(dataDir);
  if (!client) throw new Error('the primary does not let us in');
  await copyRunningCluster(client, cluster, copy);
  await client.end();
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`;
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  await writeFile(join(copy, 'standby.signal'), '');
  await copyTree(copy, home, { account });
  await chownTo(account, home);
  return { home, account };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
