import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseAccount } from './account.ts';
import { findBinaries, installedPackage } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
import { accountOf, canRunAsNobody, runModule } from './testing/run-module.ts';

const startAndWait = `
  import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./start.ts'))};
  const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => undefined, durable: false });
  console.log(url);
`;

/** initdb takes a second, and most tests only need a copy of its result. */
let created: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  created = await mkdtemp(join(tmpdir(), 'postgres-created-'));
  await (await startEmbeddedPostgres({ dataDir: created, log: () => undefined, durable: false })).stop();
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  // cp keeps the owner. Node's copy does not.
  spawnSync('cp', ['-a', `${created}/.`, dataDir]);
});

afterAll(() => rm(created, { recursive: true, force: true }));

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start({ durable } = { durable: false }): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable });
  return running;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
}

describe('startEmbeddedPostgres', () => {
  it('data survives a restart, and only the owner can read the password', async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE notes AS SELECT 'kept' AS text");
    const [role] = await query(first.url, 'SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user');
    expect(role).toEqual({ super: false });
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    const second = await start();
    expect(await query(second.url, 'SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
    await expect(query(second.url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow(
      'password authentication',
    );
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  });

  it('the cluster uses UTF-8 and is durable by default', async () => {
    running = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const [settings] = await query(
      running.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
              current_setting('server_encoding') AS encoding, upper('é₹') AS folded`,
    );
    expect(settings).toEqual({ fsync: 'on', checksums: 'on', encoding: 'UTF8', folded: 'É₹' });
  });

  it('PostgreSQL comes back on the same address after a kill', async () => {
    const { url } = await start({ durable: true });
    await query(url, "CREATE TABLE notes AS SELECT 'committed' AS text");
    const killed = await postmasterPid();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(async () => expect(await query(url, 'SELECT text FROM notes')).toEqual([{ text: 'committed' }]), {
      timeout: 30_000,
    });
    expect(await postmasterPid()).not.toBe(killed);
  });

  it('a frozen PostgreSQL can be stopped and keeps its data', async () => {
    const first = await start({ durable: true });
    await query(first.url, "CREATE TABLE notes AS SELECT 'kept' AS text");
    const pid = await postmasterPid();
    process.kill(pid, 'SIGSTOP');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = vi.fn();
    void first.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    try {
      await vi.waitFor(() => expect(stopped).toHaveBeenCalled(), { timeout: 20_000 });
    } finally {
      if (stopped.mock.calls.length === 0) process.kill(pid, 'SIGCONT');
    }
    expect(await query((await start()).url, 'SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
  });

  it('a start replaces the PostgreSQL that a killed server left running', async () => {
    const server = await runModule(startAndWait, [dataDir]);
    await query(server.firstLine, "CREATE TABLE notes AS SELECT 'left behind' AS text");
    await server.kill();
    const orphan = await postmasterPid();
    expect(await query(server.firstLine, 'SELECT text FROM notes')).toHaveLength(1);
    // Nothing of PostgreSQL stays outside the folder of the test.
    expect(await readdir(join(dataDir, 'postgres/cluster/pg_dynshmem'))).not.toEqual([]);

    const { url } = await start();
    expect(await query(url, 'SELECT text FROM notes')).toEqual([{ text: 'left behind' }]);
    expect(await postmasterPid()).not.toBe(orphan);
  });

  it('a start ignores a lock file with a reused process id', async () => {
    const bystander = spawn('sleep', ['60'], { ...(await chooseAccount([join(dataDir, 'postgres/cluster')])) });
    const lockFile = join(dataDir, 'postgres/cluster/postmaster.pid');
    await writeFile(lockFile, `${bystander.pid}\n/somewhere\n1700000000\n5432\n\n127.0.0.1\n\nready\n`);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(bystander.signalCode).toBeNull();
    bystander.kill();
  });

  it('a start repeats an interrupted initdb', async () => {
    await rm(join(dataDir, 'postgres/cluster'), { recursive: true });
    await mkdir(join(dataDir, 'postgres/cluster.draft'));
    await writeFile(join(dataDir, 'postgres/cluster.draft/half'), '');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('a refused start gives its reason in one sentence', async () => {
    await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start: .*incompatible/);
  });

  it.skipIf(!canRunAsNobody)('runs under an ordinary account as well', async () => {
    const { uid, gid } = accountOf('nobody');
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, uid, gid);
    const server = await runModule(startAndWait, [dataDir], 'nobody');
    expect(await query(server.firstLine, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres-password'))).uid).toBe(uid);
    await server.kill();
    // Root stops the leftovers and continues under the owner of the folder.
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('findBinaries', () => {
  afterEach(() => chmod(join(dataDir, 'closed/native/lib'), 0o755));

  /** An install without its scripts in a folder that is closed to others or not writable. */
  async function unusableInstall(): Promise<{ folder: string; version: string }> {
    const { folder, version } = installedPackage();
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await cp(join(folder, 'native'), join(closed, 'native'), {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
    await chmod(join(closed, 'native/lib'), 0o555);
    return { folder: closed, version };
  }

  it('programs that cannot run in place are copied with their links', async () => {
    await chmod(dataDir, 0o755);
    const account = await chooseAccount([]);
    const copyTo = [join(dataDir, 'closed'), join(dataDir, 'programs')];
    const { postgres } = await findBinaries({ account, copyTo, installed: await unusableInstall() });
    expect(postgres).toMatch(join(dataDir, account ? 'programs' : 'closed'));
    expect(spawnSync(postgres, ['--version'], { ...account, encoding: 'utf8' }).stdout).toMatch('PostgreSQL) 18');
  });

  it('missing links are repaired in a writable folder', async () => {
    const installed = await unusableInstall();
    await chmod(join(installed.folder, 'native/lib'), 0o755);
    const { postgres } = await findBinaries({ account: undefined, copyTo: [], installed });
    expect(postgres).toBe(join(installed.folder, 'native/bin/postgres'));
  });
});
