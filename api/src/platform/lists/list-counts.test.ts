import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../tables.ts';
import { pick, seededRandom, wholeBetween } from '../../testing/data/seeded-random.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createDatabase, createPool, databaseErrorCode, inTransaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import { foldListCounts } from './list-counts.job.ts';
import { type CountedList, foldListChanges, listDayCounts } from './list-counts.queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const product = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  // Many transactions change the same rows: on a busy machine they wait for each other longer than in production.
  db = createDatabase(createPool({ url: database.url, max: 10, onError: () => {}, timeoutFactor: 10 }));
  await run(`insert into products (id, title, company, category, price_paise, expiry_date)
    values ('${product}', 'Sold often', 'Acme', 'Other', 100, now())`);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const run = (statement: string, on: Database = db) => sql.raw(statement).execute(on);

/** Each list with a query for its rows. */
const shown: [CountedList, string][] = [
  [{ list: 'orders' }, 'select created_at as at from orders where abandoned_at is null'],
  ...['pending', 'processing', 'completed', 'cancelled'].map((status): [CountedList, string] => [
    { list: 'orders', parts: [status] },
    `select created_at as at from orders where abandoned_at is null and status = '${status}'`,
  ]),
  [{ list: 'users' }, 'select created_at as at from users where closed_at is null'],
  [
    { list: 'users', parts: ['customer'] },
    `select created_at as at from users where closed_at is null and role = 'customer'`,
  ],
  [{ list: 'products' }, 'select created_at as at from products where deleted_at is null'],
  [
    { list: 'products', parts: ['Other active', 'Coupon active'] },
    'select created_at as at from products where deleted_at is null and is_active',
  ],
  [
    { list: 'products', parts: ['Coupon active', 'Coupon inactive'] },
    `select created_at as at from products where deleted_at is null and category = 'Coupon'`,
  ],
  [{ list: 'audit_log' }, 'select at from audit_log'],
  [{ list: 'contacts' }, 'select created_at as at from contacts'],
  [{ list: 'contacts', parts: ['pending'] }, 'select created_at as at from contacts where not is_resolved'],
];

async function expectExactCounts() {
  for (const [list, rows] of shown) {
    const counted = (await listDayCounts(db, list)).filter(({ count }) => count !== 0);
    const { rows: actual } = await run(
      `select date_trunc('day', at, 'UTC') as day, count(*) from (${rows}) as rows group by 1 order by 1 desc`,
    );
    expect([list, counted]).toEqual([list, actual]);
  }
}

// Times around midnight, where a row could be counted for the wrong day.
const someTime = `timestamptz '2026-03-01 00:00Z' + floor(random() * 9) * interval '12 hours' - interval '1 second' * floor(random() * 2)`;
const someOrders = 'id in (select id from orders order by random() limit 5)';
const insertOrders = (rows: number) => `insert into orders (id, product_id, quantity, amount_paise, payment_status,
    is_delivered, is_one_time_use, receipt, abandoned_at, product_details, created_at, updated_at)
  select gen_random_uuid(), '${product}', 1, 100, (array['pending', 'failed', 'completed'])[1 + n % 3], n % 2 = 0, false,
    gen_random_uuid()::text, case when random() < 0.2 then now() end, '{}', ${someTime}, now()
  from generate_series(1, ${rows}) n`;
const changes = [
  insertOrders(1),
  insertOrders(40),
  `update orders set payment_status = 'refunded' where ${someOrders}`,
  `update orders set is_delivered = not is_delivered, updated_at = now() where ${someOrders}`,
  `update orders set abandoned_at = case when abandoned_at is null then now() end where ${someOrders}`,
  `update orders set created_at = ${someTime} where ${someOrders}`,
  `delete from orders where ${someOrders}`,
  `insert into users (id, name, email, role, password_hash, created_at)
    select gen_random_uuid(), 'P', gen_random_uuid()::text, (array['customer', 'admin'])[1 + n % 2], '', ${someTime}
    from generate_series(1, 3) n`,
  `update users set role = 'moderator' where id in (select id from users order by random() limit 2)`,
  `update users set closed_at = now() where id in (select id from users order by random() limit 2)`,
  `delete from users where id in (select id from users order by random() limit 1)`,
  `insert into products (id, title, company, category, price_paise, expiry_date, is_active, created_at)
    select gen_random_uuid(), 'T', 'C', (array['Other', 'Coupon'])[1 + n / 2], 100, now(), n % 2 = 0, ${someTime} from generate_series(1, 3) n`,
  `update products set is_active = not is_active where id in (select id from products order by random() limit 2)`,
  `update products set category = 'Coupon' where id in (select id from products order by random() limit 1)`,
  `update products set deleted_at = now() where id in (select id from products order by random() limit 1)`,
  `insert into audit_log (id, at, action, subject_type, subject_id)
    select gen_random_uuid(), ${someTime}, 'x', 'y', 'z' from generate_series(1, 2)`,
  `insert into contacts (id, source, name, email, contact_type, subject, message, created_at)
    select gen_random_uuid(), 'contact', 'n', 'e', 't', 's', 'm', ${someTime} from generate_series(1, 2)`,
  'update contacts set is_resolved = not is_resolved where id in (select id from contacts order by random() limit 2)',
  'delete from contacts where id in (select id from contacts order by random() limit 1)',
  'delete from audit_log where id in (select id from audit_log order by random() limit 1)',
];

class Undo extends Error {}

/** Transactions of a few changes each. Every fourth is rolled back; a deadlock is not retried. */
async function changeAtRandom(seed: string) {
  const random = seededRandom(seed);
  for (let step = 0; step < 60; step += 1)
    await inTransaction(db, async (db) => {
      for (let n = wholeBetween(random, 1, 4); n > 0; n -= 1) await run(pick(random, changes), db);
      if (random() < 0.25) throw new Undo();
    }).catch((error) => {
      if (!(error instanceof Undo) && databaseErrorCode(error) !== '40P01') throw error;
    });
}

test('list counts are exact after any changes, even during two concurrent folds', async () => {
  let isOver = false;
  const fold = async () => {
    let folded = 0;
    while (!isOver) folded += await foldListChanges(db, 20);
    return folded;
  };
  const folding = [fold(), fold()];
  await Promise.all(['one', 'two', 'three', 'four'].map(changeAtRandom)).finally(() => (isOver = true));
  for (const folded of await Promise.all(folding)) expect(folded).toBeGreaterThan(0);
  await expectExactCounts();
  await changeAtRandom('five');
  await expectExactCounts();
  await foldListCounts({ db }).run({} as never);
  expect((await run('select 1 from list_changes')).rows).toEqual([]);
  await expectExactCounts();
});

test('a newly counted list includes the rows that it already had', async () => {
  await run(`create table guests as select ${someTime} as at, n % 3 = 0 as is_away from generate_series(1, 50) n`);
  await run(`call count_list('guests', 'at', 'case when not is_away then ''here'' end')`);
  await run('update guests set is_away = not is_away where at < (select max(at) from guests)');
  const counted = await listDayCounts(db, { list: 'guests' as never });
  const { rows } = await run(
    `select date_trunc('day', at, 'UTC') as day, count(*) from guests where not is_away group by 1 order by 1 desc`,
  );
  expect(counted.filter(({ count }) => count !== 0)).toEqual(rows);
});

/** Inserts orders and folds counts while orders of the same day are not committed yet. Answers 'served' or an error code. */
const secondBuyer = () =>
  inTransaction(db, async (first) => {
    await run(insertOrders(10), first);
    return inTransaction(db, async (db) => {
      await run(`set local lock_timeout = '1s'`, db);
      await run(insertOrders(10), db);
      await foldListChanges(db, 1_000);
      return 'served';
    }).catch(databaseErrorCode);
  });

test('two buyers at the same time do not wait for a shared counter', async () => {
  expect(await secondBuyer()).toBe('served');
  await expectExactCounts();
});

test('control: buyers wait if triggers update one shared counter', async () => {
  await run(`create or replace function orders_count_insert() returns trigger language plpgsql as $$
    begin
      insert into list_counts select 'orders', 'pending', '2026-03-01', count(*) from added
        on conflict (list, part, day) do update set count = list_counts.count + excluded.count;
      return null;
    end $$`);
  expect(await secondBuyer()).toBe('55P03');
});
