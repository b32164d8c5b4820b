import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitForOutput } from '@shop/api/testing/checks/wait-for-output';
import { reservePort } from '@shop/api/testing/servers/reserved-port';
import { afterAll, beforeAll, it } from 'vitest';
import { builtParts, expectPart } from './testing/built-parts.ts';

// Tests the server that `npm start` builds and runs.
const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/commands/build.mjs'], { cwd: ROOT });
  folder = await mkdtemp(join(tmpdir(), 'shop-built-'));
  const port = await reservePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ['--enable-source-maps', 'start/dist/start.js'], {
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
  await waitForOutput(server, 'open at');
}, 180_000);
afterAll(async () => {
  if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

it.each([...builtParts, ['the products of its database', '/api/v1/products', '"total":0'] as const])(
  'the built server serves %s',
  (_name, path, text) => expectPart(url, path, text),
);
