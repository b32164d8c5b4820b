import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, it } from 'vitest';
import { newVaultKey } from '../platform/vault.ts';
import { waitForOutput } from '../testing/checks/wait-for-output.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { setDatabaseClock } from '../testing/data/database-clock.ts';
import { builtProgram } from '../testing/servers/built-program.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openTestShop } from '../testing/test-shop.ts';

const start = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, builtProgram('server'), {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

it('a start without DATABASE_URL fails with one sentence', async () => {
  const server = spawn(process.execPath, builtProgram('server'), {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], said, complaint] = await Promise.all([once(server, 'exit'), text(server.stdout), text(server.stderr)]);
  expect(complaint.trim()).toMatch(/^DATABASE_URL is missing: .*npm start.*$/);
  expect({ code, said }).toEqual({ code: 1, said: '' });
});

it('a web process serves as soon as another process has migrated', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-roles-'));
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const known = `select from migrations where name = '0085_saved_views.sql'`;
  await client.query(known.replace('select', 'delete'));
  await client.query('drop table saved_views');

  const web = start({ ...env, ROLE: 'web' });
  const isOpen = waitForOutput(web, 'open at');
  await waitForOutput(web, 'Waiting for the migrations of this version');
  const migrating = start({ ...env, ROLE: 'migrate' });
  const [[code], said] = await Promise.all([once(migrating, 'exit'), text(migrating.stdout as Readable)]);
  expect([code, said]).toEqual([0, expect.stringContaining('The database is migrated.')]);
  await isOpen;
  expect((await client.query(known)).rowCount).toBe(1);

  web.kill('SIGTERM');
  await once(web, 'exit');
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it.each([
  ['one process', { ROLE: 'web' }],
  ['several processes', { ROLE: 'all', WEB_CONCURRENCY: '2' }],
])('%s with a wrong clock logs a warning at the start', { timeout: 120_000 }, async (_, env) => {
  const database = await createTestDatabase();
  await setDatabaseClock(database.url, "pg_catalog.clock_timestamp() + interval '1 hour'");
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-clock-'));
  const server = start({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env });
  const said = await waitForOutput(server, 'open at');
  const problem = /The clock of this process is (\d+)\.\d s behind the clock of the database\./;
  const lines = said.split('\n').filter((line) => problem.test(line));
  const [shown, logged] = [/^The clock/, /^\{"level":40,/].map((start) => lines.find((line) => start.test(line)));
  for (const line of [shown, logged]) {
    const [, seconds] = problem.exec(line ?? '') ?? [];
    // A slow reply of the database makes the difference look smaller, never larger.
    expect([line, Number(seconds) > 3_540, Number(seconds) <= 3_600]).toEqual([line, true, true]);
  }

  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a start with wrong VAULT_KEYS fails', async () => {
  const shop = await openTestShop();
  await buildProduct(shop, { units: 1 });
  const { DATABASE_URL = '', DATA_DIR } = shop.config;
  const server = start({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', VAULT_KEYS: newVaultKey('k1') });
  const [[code], said] = await Promise.all([once(server, 'exit'), text(server.stderr as Readable)]);
  expect([code, said.trim()]).toEqual([
    1,
    expect.stringMatching(/^The codes are sealed with a key 'k1' .* A new key .*$/),
  ]);
  await shop.close();
});
