import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { isMigrated, migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let said: string[];
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'shop-migrations-'));
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}
const plant = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = (url = database.url) => migrate(url, { folder, log: (line) => said.push(line) });

it('does not block writers while it waits for a long-running reader', async () => {
  await plant('9001_column.sql', 'alter table saved_views add column planted text;');
  const [reader, writer] = [await connect(), await connect()];
  await reader.query('begin');
  await reader.query('select from saved_views');
  await writer.query('set lock_timeout = 2000');

  const failures: unknown[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) await writer.query('delete from saved_views').catch((error) => failures.push(error));
  })();
  const migrated = run();
  await vi.waitFor(() => expect(said.filter((line) => line.includes('gave way')).length).toBeGreaterThan(1), 30_000);
  await reader.query('commit');
  await migrated;
  isOver = true;
  await writing;
  expect(failures).toEqual([]);
  await writer.query('select planted from saved_views');
});

it('rebuilds an invalid index once, even if two processes migrate', async () => {
  const index = 'create unique index concurrently planted_index on planted (value)';
  const built = 'create index concurrently planted_before on planted (value)';
  await plant('9002_index.sql', `-- concurrently\n${built};\n${index};\n`);
  const client = await connect();
  await client.query('create table planted (value int)');
  await client.query(built);
  await client.query('insert into planted values (1), (1)');
  expect(await client.query(index).catch(({ code }) => code)).toBe('23505');
  await client.query('delete from planted');
  await Promise.all([run(), run()]);
  const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'planted_index'::regclass`);
  expect(rows).toEqual([{ indisvalid: true }]);
  expect(said.filter((line) => line === 'applying 9002_index.sql')).toHaveLength(1);
});

it('builds an index without the lock timeout of the role', async () => {
  await plant('9003_patient.sql', '-- concurrently\ncreate index concurrently planted_late on planted (value);\n');
  const [writer, observer] = [await connect(), await connect()];
  await writer.query('begin');
  await writer.query('insert into planted values (2)');
  const impatient = new URL(database.url);
  impatient.searchParams.set('options', '-c lock_timeout=1');
  const migrated = run(impatient.href);
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1);
  await writer.query('commit');
  await migrated;
});

it('names the failed file and releases the migration lock', async () => {
  await plant('9004_wrong.sql', '-- concurrently\nalter table saved_views add column wrong text;\n');
  await expect(run()).rejects.toThrow(/^Migration 9004_wrong\.sql failed .*may not hold 'alter table/);
  const client = await connect();
  const { rows } = await client.query(`select from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())`);
  expect(rows).toEqual([]);
});

it('counts as migrated with unknown extra migrations, but not with a missing one', async () => {
  const client = await connect();
  expect(await isMigrated(client)).toBe(true);
  await client.query("delete from migrations where name = '0085_saved_views.sql'");
  expect(await isMigrated(client)).toBe(false);
});
