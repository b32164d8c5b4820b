import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from '@shop/api/testing/servers/built-program';
import { createTestDatabase } from '@shop/api/testing/test-database';
import { connectToRunning } from '@shop/embedded-postgres/running-cluster';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const TIMEOUT_MS = 180_000;

type Started = { process: ChildProcess; output: () => string; exit: Promise<number | null> };
const running = new Set<ChildProcess>();

function start(env: Record<string, string>, program = 'start'): Started {
  const child = spawn(process.execPath, builtProgram(program), {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'off',
      HOST: '127.0.0.1',
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
      ...env,
    },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const exit = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { process: child, output: () => output, exit };
}

async function shows(started: Started, text: RegExp): Promise<void> {
  const isOver = started.exit.then(() => true);
  while (!text.test(started.output())) {
    const ended = await Promise.race([isOver, new Promise<boolean>((resolve) => setTimeout(resolve, 50, false))]);
    if (ended) throw new Error(`the server ended:\n${started.output()}`);
  }
}

async function opened(started: Started): Promise<string> {
  await shows(started, /open at \S+/);
  return /open at (\S+)/.exec(started.output())?.[1] ?? '';
}

const isRunning = async (dataDir: string) => {
  const client = await connectToRunning(dataDir);
  await client?.end();
  return client !== undefined;
};

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-start-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all([...running].map((child) => once(child, 'exit')));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('starting the shop', () => {
  it('the shop survives kill -9, and a second start waits for the folder', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const env = { DATA_DIR: dataDir, PORT: '0' };
    const first = start(env);
    const url = await opened(first);
    expect(first.output()).toMatch(/Administrator: admin@example\.com\nPassword: {6}\S{12,}/);
    // Address and password are the last lines.
    expect(first.output().trim().split('\n').filter(Boolean)).toEqual([
      'Preparing the shop…',
      expect.stringContaining('The shop is open at'),
      'Administrator: admin@example.com',
      expect.stringMatching(/^Password:/),
      expect.stringContaining('which only you can read'),
    ]);
    const kept = join(dataDir, 'admin-password.txt');
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(first.output()).toContain((await readFile(kept, 'utf8')).trim());
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const again = start({ ...env, LOG_LEVEL: 'info' });
    await shows(again, /Waiting up to 30 s for it to stop/);
    expect(again.output()).toContain(`is in use by process ${first.process.pid}, serving http`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    first.process.kill('SIGKILL');
    await first.exit;
    expect((await fetch(`${await opened(again)}/readyz`)).status).toBe(200);
    expect(again.output()).not.toContain('Administrator:');
    await shows(again, /request completed/);
    expect(again.output(), 'noise around the address').not.toContain('Server listening');

    const pidFile = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(pidFile, 10), 'SIGKILL');
    await shows(
      again,
      /PostgreSQL ended unexpectedly and is being started again\.[\s\S]*PostgreSQL is running again\./,
    );

    again.process.kill('SIGTERM');
    expect(await again.exit).toBe(0);
    expect(again.output()).toContain('Stopped.');
  });

  it('a stop at any moment leaves no PostgreSQL behind', { timeout: TIMEOUT_MS }, async () => {
    const env = { DATA_DIR: join(dataDir, 'stopped'), PORT: '0' };
    const databaseIsUp = ({ process: child }: Started) =>
      vi.waitFor(async () => expect((await isRunning(env.DATA_DIR)) || child.exitCode !== null).toBe(true), 60_000);
    const opening = start(env);
    await databaseIsUp(opening);
    opening.process.kill('SIGTERM');
    await opening.exit;
    expect(await isRunning(env.DATA_DIR)).toBe(false);

    // The reader of its output was stopped first, by the same Ctrl-C or with the terminal.
    const open = start(env);
    await opened(open);
    open.process.stdout?.destroy();
    open.process.stderr?.destroy();
    open.process.kill('SIGHUP');
    expect(await open.exit).toBe(0);
    expect(await isRunning(env.DATA_DIR)).toBe(false);

    const command = start(env, 'vault-rotate');
    await databaseIsUp(command);
    command.process.kill('SIGINT');
    await command.exit;
    expect(await isRunning(env.DATA_DIR)).toBe(false);
  });

  it('a taken port is reported before the database starts', { timeout: TIMEOUT_MS }, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const refused = start({ DATA_DIR: join(dataDir, 'taken-port'), PORT: port });
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toContain(`Port ${port} is already in use.`);
    expect(refused.output()).not.toContain('Starting PostgreSQL');
    other.close();
  });

  it('a refused start names the folder and every configuration error', async () => {
    const folder = start({ DATA_DIR: '/dev/null/data', PORT: '0' });
    expect(await folder.exit).toBe(1);
    expect(folder.output()).toMatch(/The data folder \/dev\/null\/data cannot be created/);

    const configuration = start({ PORT: 'x', SMTP_URL: 'y' });
    expect(await configuration.exit).toBe(1);
    expect(configuration.output()).toMatch(/PORT: [\s\S]*SMTP_URL: /);
    expect(configuration.output()).not.toContain('    at ');
  });

  it('a refused start names the system error, migration or database', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const database = await createTestDatabase();
    const elsewhere = start({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: database.url, HOST: '192.0.2.1' });
    expect(await elsewhere.exit).toBe(1);
    expect(elsewhere.output()).toMatch(
      /\nCannot listen on 192\.0\.2\.1: .* Choose another address with HOST or PORT; .*\n$/,
    );

    const inTheWay = join(dataDir, 'in-the-way');
    await mkdir(inTheWay);
    await writeFile(join(inTheWay, 'secrets'), '');
    const obstructed = start({ DATA_DIR: inTheWay, PORT: '0', DATABASE_URL: database.url });
    expect(await obstructed.exit).toBe(1);
    expect(obstructed.output()).toMatch(/\nE[A-Z]+: .*mkdir '.*secrets'\n$/);

    const interrupted = await whileLocked(database.url, 'goods', () => {
      const locked = start({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: database.url });
      return locked.exit.then(() => locked.output());
    });
    expect(interrupted).toMatch(/\nThe database failed while the shop was starting: canceling .* lock timeout\. .*\n$/);

    const broken = await brokenBy(database.url, 'delete from migrations');
    expect(broken).toMatch(/Migration 0001_accounts\.sql failed and was rolled back: relation "users" already exists/);
    await database.drop();

    const unreachable = start({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' });
    expect(await unreachable.exit).toBe(1);
    expect(unreachable.output()).toMatch(/The database cannot be reached: .*Check DATABASE_URL/);
  });
});

async function whileLocked<T>(url: string, table: string, work: () => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; lock table ${table}`);
  return work().finally(() => client.end());
}

async function brokenBy(url: string, statement: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
  const refused = start({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: url });
  expect(await refused.exit).toBe(1);
  return refused.output();
}
