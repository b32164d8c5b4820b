import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtProgram } from '@shop/api/testing/servers/built-program';
import { reservePort } from '@shop/api/testing/servers/reserved-port';
import { createTestDatabase } from '@shop/api/testing/test-database';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** The real server in production mode. */
let folder: string;
let server: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-production-'));
});
afterEach(async () => {
  if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  VAULT_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  PAYMENT_PROVIDER: 'sandbox',
  MAIL_TRANSPORT: 'files',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
};

const environment = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  ...PRODUCTION,
  DATA_DIR: folder,
  ...env,
});

const command = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...builtProgram(name), ...args], { env: environment() });

/** Resolves with the output as soon as it contains `until`. */
async function start(env: Record<string, string>, until: string): Promise<string> {
  const child = spawn(process.execPath, builtProgram('start'), { env: environment(env) });
  server = child;
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes(until)) resolve(said);
      });
    child.once('exit', () => reject(new Error(`the server ended:\n${said}`)));
  });
}

const isUp = async (url: string) => (await fetch(url)).status === 200;

it('production starts empty, warns of test payments and hides metrics', {
  timeout: 120_000,
}, async () => {
  const [port, adminPort] = [await reservePort(), await reservePort()];
  const said = await start({ PORT: String(port), ADMIN_PORT: String(adminPort) }, 'open at');
  expect(said).toMatch(/^\*\*\* WARNING \*\*\*\nPAYMENT_PROVIDER=sandbox: /m);
  expect(said).toMatch(/^\{"level":40,.*"msg":"PAYMENT_PROVIDER=sandbox: /m);
  expect(said).toContain('Administrator: admin@example.com');

  const products = await fetch(`http://127.0.0.1:${port}/api/v1/products`);
  expect(await products.json()).toMatchObject({ pagination: { total: 0 } });
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  const metrics = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
  expect(await metrics.text()).toContain('http_request_duration_seconds');

  // The command of the runbook, while the shop is running.
  const email = 'owner@example.com';
  expect((await command('admin-create', '--email', email)).stdout).toContain(`Administrator: ${email}`);
  expect((await command('sessions-end', '--email', email)).stdout).toContain('signed out of 0 sessions');
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

it('a worker answers health checks and metrics', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  const adminPort = await reservePort();
  await start({ ROLE: 'worker', DATABASE_URL: database.url, ADMIN_PORT: String(adminPort) }, 'Working on jobs.');
  for (const path of ['/metrics', '/healthz', '/readyz'])
    expect([path, await isUp(`http://127.0.0.1:${adminPort}${path}`)]).toEqual([path, true]);
  server?.kill('SIGTERM');
  await once(server as ChildProcess, 'exit');
  await database.drop();
});
