import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../tables.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createDatabase, createPool, inTransaction } from './database.ts';
import { first, only, plannedOnce, writtenOnce } from './planned-once.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.pool.query('create table shelf (id int, title text)');
  await shop.pool.query("insert into shelf values (1, 'one')");
});
afterAll(() => shop.close());

/** One connection: every statement meets the plans of the statements before. */
async function onOneConnection(work: (db: Database) => Promise<void>): Promise<void> {
  const pool = createPool({ url: shop.config.DATABASE_URL ?? '', max: 1, onError: () => {} });
  await work(createDatabase(pool)).finally(() => pool.end());
}

const onShelf = first(
  plannedOnce((db, { id }: { id: number }) => sql<object>`select * from shelf where id = ${id}`.compile(db)),
);
const findOnShelf = (db: Database) => onShelf(db, { id: 1 });
const listShelf = writtenOnce((db, { from }: { from: number }) =>
  sql<object>`select title from shelf where id >= ${from}`.compile(db),
);

const planned = async (db: Database) => {
  const { rows } = await sql<{ statement: string; uses: number }>`
    select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements`.execute(db);
  return rows;
};

it('plans only statements of plannedOnce once for each connection', () =>
  onOneConnection(async (db) => {
    for (let time = 0; time < 3; time++) await findOnShelf(db);
    await sql`select ${1}::int`.execute(db);
    expect(await listShelf(db, { from: 1 })).toEqual([{ title: 'one' }]);
    expect(await listShelf(db, { from: 2 })).toEqual([]);
    expect(await planned(db)).toEqual([{ statement: expect.stringContaining('from shelf where id = $1'), uses: 3 }]);
  }));

it('compiles a statement once for each set of value names', () =>
  onOneConnection(async (db) => {
    let times = 0;
    const change = only(
      plannedOnce((db, { key, ...changes }: { key: string; hits?: number; window_start?: Date }) => {
        times += 1;
        return db.updateTable('rate_limits').set(changes).where('key', '=', key).returningAll().compile();
      }),
    );
    const [before, after] = [new Date(1), new Date(2)];
    await db.insertInto('rate_limits').values({ key: 'a', window_start: before, hits: 1 }).execute();
    expect(await change(db, { key: 'a', hits: 2 })).toEqual({ key: 'a', window_start: before, hits: 2 });
    expect(await change(db, { key: 'a', hits: 3 })).toEqual({ key: 'a', window_start: before, hits: 3 });
    expect(await change(db, { key: 'a', window_start: after })).toEqual({ key: 'a', window_start: after, hits: 3 });
    // An undefined value changes nothing, as in the query builder.
    expect(await change(db, { key: 'a', hits: undefined, window_start: before })).toEqual({
      key: 'a',
      window_start: before,
      hits: 3,
    });
    expect(times).toBe(2);
    await expect(change(db, { key: 'nobody', hits: 1 })).rejects.toThrow('answered with none');
  }));

/** Prepares the statement again, as a pooler does on a server connection that lacks it. */
async function prepareAgain(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select name, statement from pg_prepared_statements where statement like '%drawer%'`.execute(db);
  for (const { name, statement } of rows) {
    await sql.raw(`deallocate "${name}"`).execute(db);
    await sql.raw(`prepare "${name}" as ${statement}`).execute(db);
  }
}

it.each([
  ['same connection', async () => {}],
  ['prepared again', prepareAgain],
])('reads the right columns after one is dropped and one added: %s', (_, meanwhile) =>
  onOneConnection(async (db) => {
    const inDrawer = plannedOnce((db, { id }: { id: number }) =>
      sql<object>`select * from drawer where id = ${id}`.compile(db),
    );
    await shop.pool.query("create table drawer as select 'old' as dropped, 1 as id, 'one' as title");
    expect(await inDrawer(db, { id: 1 })).toEqual([{ dropped: 'old', id: 1, title: 'one' }]);
    await shop.pool.query('alter table drawer drop column dropped, add column added int default 7');
    await meanwhile(db);
    expect(await inDrawer(db, { id: 1 })).toEqual([{ id: 1, title: 'one', added: 7 }]);
    await shop.pool.query('drop table drawer');
  }),
);

it.each([
  ['by itself', (db: Database) => findOnShelf(db)],
  ['in a transaction', (db: Database) => inTransaction(db, findOnShelf)],
  [
    'before another in a transaction',
    async (db: Database) => {
      const [found] = await inTransaction(db, (db) => Promise.all([findOnShelf(db), sql`select 1`.execute(db)]));
      return found;
    },
  ],
])('reads the new columns after a migration: %s', (how, find) =>
  onOneConnection(async (db) => {
    expect(await find(db)).not.toHaveProperty([how]);
    await shop.pool.query(`alter table shelf add column "${how}" int default 7`);
    expect(await find(db)).toHaveProperty([how], 7);
  }),
);

it('retries a transaction on every connection that has an outdated plan', async () => {
  const CONNECTIONS = 5;
  const pool = createPool({ url: shop.config.DATABASE_URL ?? '', max: CONNECTIONS, onError: () => {} });
  const db = createDatabase(pool);
  const onEach = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: CONNECTIONS }, work));
  await onEach(() => inTransaction(db, findOnShelf));
  await shop.pool.query('alter table shelf add column "one after the other" int default 7');
  const taken = await onEach(() => pool.connect());
  let met = 0;
  taken.shift()?.release();
  const found = inTransaction(db, async (db) => {
    met += 1;
    // Another client takes the connection of this attempt, so that the next attempt gets one with an outdated plan.
    if (met < CONNECTIONS)
      void pool.connect().then((client) => {
        taken.shift()?.release();
        taken.push(client);
      });
    return findOnShelf(db);
  });
  await found.finally(() => {
    for (const client of taken) client.release();
    return pool.end();
  });
  expect(await found).toHaveProperty(['one after the other'], 7);
  expect(met).toBe(CONNECTIONS + 1);
});
