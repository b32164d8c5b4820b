import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@shop/api/config';
import { createLog } from '@shop/api/platform/log/log';
import { migrate } from '@shop/api/platform/migrations/migrate';
import { closeShop, openShop } from '@shop/api/shop';
import { buildPictures, buildProduct } from '@shop/api/testing/data/builders';
import { builtProgram } from '@shop/api/testing/servers/built-program';
import { administer, createTestDatabase } from '@shop/api/testing/test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreOwn } from './own-postgres-backup.ts';
import { type InstalledPostgres, installedPostgres, startInstalledPostgres } from './testing/installed-postgres.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-own-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const command = (name: 'backup' | 'restore', args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [...builtProgram(name), ...args], { env });
const refusal = (ran: Promise<unknown>) =>
  ran.then(
    () => expect.unreachable('it was not refused'),
    ({ stderr }: { stderr: string }) => stderr,
  );

describe('a PostgreSQL of one’s own', () => {
  it('a backup without pg_dump names the missing program', async () => {
    const database = await createTestDatabase();
    const env = { PATH: folder, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
    const to = join(folder, 'backup');
    expect(await refusal(command('backup', ['--to', to], env))).toMatch(/^pg_dump is not installed here/);
    expect(await readdir(folder)).not.toContain('backup');
    // Nobody else can read the folder, because it will hold keys.
    expect((await stat(`${to}.partial`)).mode & 0o777).toBe(0o700);
    await database.drop();
  });

  it('pg_dump gets the password through the environment, not its arguments', async () => {
    const programs = join(folder, 'programs');
    await mkdir(programs);
    await writeFile(join(programs, 'pg_dump'), '#!/bin/sh\necho "$PGPASSWORD $@" >&2\nexit 1\n', { mode: 0o755 });
    const DATABASE_URL = 'postgres://shop:s%40cret@db.example/shop?sslmode=no-verify';
    const env = { PATH: `${programs}${delimiter}${process.env.PATH}`, DATABASE_URL, DATA_DIR: join(folder, 'data') };
    // Encrypted without a check of the certificate. libpq has another word for it.
    expect(await refusal(command('backup', ['--to', join(folder, 'tls')], env))).toMatch(
      /^s@cret .* --dbname=postgres:\/\/shop@db.example\/shop\?sslmode=require$/m,
    );
  });

  it('a restore never overwrites a database, keys or images', async () => {
    const database = await createTestDatabase();
    const env = { PATH: folder, DATABASE_URL: database.url, DATA_DIR: join(folder, 'other') };
    const from = join(folder, 'dump');
    expect(await refusal(command('restore', ['--from', from], env))).toContain('is no backup');
    await mkdir(join(from, 'database'), { recursive: true });
    await writeFile(join(from, 'database/toc.dat'), '');
    expect(await refusal(command('restore', ['--from', from], env))).toMatch(/DATABASE_URL names is not empty/);
    await mkdir(join(folder, 'other/secrets'), { recursive: true });
    expect(await refusal(command('restore', ['--from', from], env))).toContain('There is a shop in');
    await database.drop();
  });

  it('a restore can be repeated after it failed in the data folder', async () => {
    const database = await createTestDatabase();
    await administer(database.url, (client) => client.query('create schema gone; drop owned by current_user cascade'));
    const place = (name: string) => join(folder, name);
    const [programs, from, dataDir] = [place('restorers'), place('whole'), place('full')];
    for (const path of [programs, join(from, 'database'), join(from, 'images'), join(from, 'mail'), dataDir])
      await mkdir(path, { recursive: true });
    await writeFile(join(programs, 'pg_restore'), `#!/bin/sh\necho >> ${folder}/pg_restore-ran\n`, { mode: 0o755 });
    for (const name of ['database/toc.dat', 'images/a', 'mail/b']) await writeFile(join(from, name), 'x');
    vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`);
    await writeFile(join(dataDir, 'mail'), 'stands for a full disk');
    await expect(restoreOwn({ databaseUrl: database.url, dataDir, from })).rejects.toThrow('mail');
    expect(await readdir(folder)).not.toContain('pg_restore-ran');
    await rm(join(dataDir, 'mail'));
    await restoreOwn({ databaseUrl: database.url, dataDir, from });
    vi.unstubAllEnvs();
    expect((await readdir(dataDir)).toSorted()).toEqual(['images', 'mail']);
    expect(await readdir(folder)).toContain('pg_restore-ran');
    await database.drop();
  });
});

// The embedded PostgreSQL has no pg_dump, so this test needs an installed one and is skipped by name without it.
describe.skipIf(!installedPostgres)('an installed PostgreSQL (skipped where there is none)', () => {
  let home: string;
  let postgres: InstalledPostgres;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'shop-installed-'));
    postgres = await startInstalledPostgres(installedPostgres ?? '', home);
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  });

  const query = async (database: string, text: string) => {
    const client = new pg.Client({ connectionString: postgres.urlOf(database) });
    await client.connect();
    const { rows } = await client.query(text).finally(() => client.end());
    return rows;
  };
  const openAt = (env: Record<string, string>) =>
    openShop({ config: readConfig(env), databaseUrl: env.DATABASE_URL ?? '', log: createLog('silent') });

  it('a dump of a running shop restores codes, jobs and pictures', {
    timeout: 120_000,
  }, async () => {
    await query('postgres', 'create database shop');
    await query('postgres', 'create database restored');
    const programs = `${installedPostgres}${delimiter}${process.env.PATH}`;
    const env = {
      PATH: programs,
      NODE_ENV: 'test',
      DATA_DIR: join(folder, 'running'),
      DATABASE_URL: postgres.urlOf('shop'),
    };
    await migrate(env.DATABASE_URL, { log: () => {} });
    const shop = await openAt(env);
    const product = await buildProduct(shop, { units: 3 });
    await buildPictures(shop, { productId: product.id, count: 1 });
    const to = join(folder, 'kept');
    const { stdout } = await command('backup', ['--to', to], env);
    expect(stdout).toContain(`The backup is in ${to}.`);
    await closeShop(shop);

    const elsewhere = { ...env, DATA_DIR: join(folder, 'restored'), DATABASE_URL: postgres.urlOf('restored') };
    await command('restore', ['--from', to], elsewhere);
    const units = 'select count(*)::int as units from units';
    expect(await query('restored', units)).toEqual([{ units: 3 }]);
    // The restored schema is the one of this version.
    await migrate(elsewhere.DATABASE_URL, { log: (line) => expect.unreachable(line) });
    for (const name of ['secrets/vault-keys', `images/${(await readdir(join(env.DATA_DIR, 'images')))[0]}`])
      expect(await sameContent(join(env.DATA_DIR, name), join(elsewhere.DATA_DIR, name))).toBe(true);
    expect(
      await refusal(command('restore', ['--from', to], { ...elsewhere, DATA_DIR: join(folder, 'new') })),
    ).toContain('is not empty');
  });
});

async function sameContent(one: string, other: string): Promise<boolean> {
  const names = await readdir(one).catch(() => ['']);
  expect(await readdir(other).catch(() => [''])).toEqual(names);
  for (const name of names)
    if (!(await readFile(join(one, name))).equals(await readFile(join(other, name)))) return false;
  return true;
}
