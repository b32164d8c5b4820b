import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@shop/api/config';
import { closeShop, openShop, type Shop } from '@shop/api/shop';
import { createTestDatabase } from '@shop/api/testing/test-database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seedFirstStart } from './seed-first-start.ts';

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let shop: Shop;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seed-'));
  database = await createTestDatabase();
  const config = readConfig({ DATA_DIR: dataDir, SEED_DEMO: 'off', LOG_LEVEL: 'silent' });
  shop = await openShop({ config, databaseUrl: database.url });
});
afterEach(async () => {
  await closeShop(shop);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const seed = () => seedFirstStart(shop, () => undefined);

it('a first start creates no administrator if it cannot store the password', async () => {
  const inTheWay = join(dataDir, 'admin-password.txt');
  await mkdir(inTheWay);
  await expect(seed()).rejects.toThrow('EISDIR');
  await rm(inTheWay, { recursive: true });
  const admin = await seed();
  expect(await readFile(admin?.file ?? '', 'utf8')).toContain(admin?.password);
});

it('no password is stored if the administrator was not created', async () => {
  await shop.pool.query('alter table users add constraint nobody check (false)');
  await expect(seed()).rejects.toThrow('nobody');
  expect(await readdir(dataDir)).not.toContain('admin-password.txt');
});

it('a first start creates one administrator and keeps the password file private', async () => {
  const file = join(dataDir, 'admin-password.txt');
  await writeFile(file, 'of a shop before', { mode: 0o644 });
  expect(await seed()).toMatchObject({ file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await seed()).toBeUndefined();
});

it.each([
  ['an administrator whose password its operator knows', 1, { ADMIN_PASSWORD: 'Correct-Horse-9' }],
  ['a database of its operator, with nobody in it', 0, { DATABASE_URL: 'postgres://elsewhere/shop' }],
])('a first start stores no password with %s', async (_, userCount, config) => {
  const own = { ...shop, config: { ...shop.config, ...config } };
  expect(await seedFirstStart(own, () => undefined)).toBeUndefined();
  expect(await readdir(dataDir)).not.toContain('admin-password.txt');
  expect((await shop.pool.query('select from users')).rowCount).toBe(userCount);
});
