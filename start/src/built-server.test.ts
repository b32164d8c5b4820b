import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reservePort } from '@shop/api/testing/reserved-port';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** What `npm start` runs, built as it builds it. */
const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let server: ChildProcess | undefined;
let url: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
  folder = await mkdtemp(join(tmpdir(), 'shop-built-'));
  const port = await reservePort();
  url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--enable-source-maps', 'start/dist/start.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
      SEED_DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  server = child;
  await new Promise<void>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('open at')) resolve();
      });
    child.once('exit', () => reject(new Error(`the server ended:\n${said}`)));
  });
}, 180_000);
afterAll(async () => {
  if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['its migrations', '/readyz', 'ready'],
  ['the web app', '/', '<!doctype html>'],
  ['the assets of the sandbox', '/sandbox/razorpay/v1/checkout.js', 'Razorpay'],
  ['the documentation of the API', '/api/docs/js/scalar.js', 'createApiReference'],
  ['its database', '/api/v1/products', '"total":0'],
])('finds %s', async (_what, path, text) => {
  const reply = await fetch(`${url}${path}`);
  expect([path, reply.status, (await reply.text()).toLowerCase().includes(text.toLowerCase())]).toEqual([
    path,
    200,
    true,
  ]);
});
