import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, databaseErrorCode, inTransaction } from '../../../platform/database/database.ts';
import { foldListChanges } from '../../../platform/lists/list-counts.queries.ts';
import type { Database } from '../../../tables.ts';
import { pick, seededRandom, wholeBetween } from '../../../testing/data/seeded-random.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { countOnSale } from './catalogue-counts.queries.ts';
import { listDaysOnSale } from './days-on-sale.queries.ts';
import { listFacets } from './facets.queries.ts';
import { foldCatalogueCounts } from './fold-catalogue-counts.job.ts';
import { foldCatalogueChanges, updateIsOver } from './fold-catalogue-counts.queries.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(createPool({ url: database.url, max: 10, onError: () => {} }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const run = (statement: string, on: Database = db) => sql.raw(statement).execute(on);
const minutes = (count: number) => new Date(Date.parse('2026-03-03T12:00:00Z') + count * 60_000);

type Filters = Omit<Selection, 'now'>;
const filters: Filters[] = [
  {},
  { category: 'Coupon' },
  { company: 'A' },
  { minPaise: 200, maxPaise: 300 },
  { category: 'Other', company: 'B', minPaise: 200 },
  { company: 'B', maxPaise: 200 },
];

/** The expected counts, computed from the product rows. */
async function countedFromRows(selection: Selection) {
  const rowsUnder = (filters: Filters) =>
    productsOnSale(db, { ...filters, now: selection.now })
      .select(['category', 'company', 'price_paise', 'created_at'])
      .execute();
  const counted = (names: string[]) =>
    [...new Set(names)]
      .map((name) => ({ name, count: names.filter((other) => other === name).length }))
      .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  const unpriced = { ...selection, minPaise: undefined, maxPaise: undefined };
  const prices = (await rowsUnder(unpriced)).map(({ price_paise }) => price_paise / 100);
  const days = (await rowsUnder({ category: selection.category })).map(({ created_at }) =>
    created_at.toISOString().slice(0, 10),
  );
  return {
    total: (await rowsUnder(selection)).length,
    days: counted(days).sort((one, other) => (one.name > other.name ? -1 : 1)),
    facets: {
      categories: counted((await rowsUnder({ ...selection, category: undefined })).map(({ category }) => category)),
      companies: counted((await rowsUnder({ ...selection, company: undefined })).map(({ company }) => company)),
      price: { min: prices.length ? Math.min(...prices) : null, max: prices.length ? Math.max(...prices) : null },
    },
  };
}

async function expectExactCounts(now: Date) {
  for (const filter of filters) {
    const selection = { ...filter, now };
    const days = (await listDaysOnSale(db, selection)).map(({ day, count }) => ({
      name: day.toISOString().slice(0, 10),
      count,
    }));
    const facets = await listFacets(db, selection);
    const total = await countOnSale(db, selection);
    expect({ filter, total, days, facets }).toEqual({ filter, ...(await countedFromRows(selection)) });
  }
}

const someProducts = 'id in (select id from products order by random() limit 4)';
// Times around midnight, where a product is easily counted for the wrong day, and around the test's current time.
const someTime = (at: string) => `timestamptz '${at}' + floor(random() * 9 - 4) * interval '1 minute'`;
const insertProducts = (rows: number) => `
  insert into products (id, title, company, category, price_paise, expiry_date, stock_until, is_active, is_sold, created_at)
  select gen_random_uuid(), 'T', (array['A', 'B'])[1 + n % 2], (array['Other', 'Coupon'])[1 + n / 2 % 2],
    100 * (1 + floor(random() * 4)), ${someTime('2026-03-03 12:00Z')},
    case when random() < 0.3 then ${someTime('2026-03-03 12:00Z')} else 'infinity' end, random() < 0.9, random() < 0.1,
    ${someTime('2026-03-01 00:00Z')}
  from generate_series(1, ${rows}) n`;
const changes = [
  insertProducts(1),
  insertProducts(30),
  `update products set is_active = not is_active where ${someProducts}`,
  `update products set is_sold = not is_sold where ${someProducts}`,
  `update products set price_paise = 100 * (1 + floor(random() * 4)) where ${someProducts}`,
  `update products set category = 'Coupon', company = 'A' where ${someProducts}`,
  `update products set expiry_date = ${someTime('2026-03-03 12:00Z')} where ${someProducts}`,
  `update products set stock_until = ${someTime('2026-03-03 12:00Z')} where ${someProducts}`,
  `update products set rating_sum = rating_sum + 5, rating_count = rating_count + 1 where ${someProducts}`,
  `update products set created_at = ${someTime('2026-03-01 00:00Z')} where ${someProducts}`,
  `update products set deleted_at = now() where id in (select id from products order by random() limit 1)`,
  `delete from products where id in (select id from products order by random() limit 1)`,
];

class Undo extends Error {}

// SQLSTATE codes of a deadlock and of a lock timeout.
const LOST = new Set(['40P01', '55P03']);

/** Runs transactions of a few changes each. A quarter is rolled back; a deadlock or lock timeout is not retried. */
async function changeAtRandom(seed: string) {
  const random = seededRandom(seed);
  for (let step = 0; step < 60; step += 1)
    await inTransaction(db, async (db) => {
      for (let n = wholeBetween(random, 1, 4); n > 0; n -= 1) await run(pick(random, changes), db);
      if (random() < 0.25) throw new Undo();
    }).catch((error) => {
      if (!(error instanceof Undo) && !LOST.has(databaseErrorCode(error) ?? '')) throw error;
    });
}

describe('catalogue counts', () => {
  test('catalogue counts stay exact under random changes and two concurrent folds', async () => {
    let isDone = false;
    const tidy = async () => {
      let tidied = 0;
      while (!isDone) {
        tidied += await foldCatalogueChanges(db, 20);
        tidied += await foldListChanges(db, 20);
        await updateIsOver(db, { before: minutes(-2), batch: 3 });
      }
      return tidied;
    };
    const tidying = [tidy(), tidy()];
    await Promise.all(['one', 'two', 'three', 'four'].map(changeAtRandom)).finally(() => (isDone = true));
    for (const tidied of await Promise.all(tidying)) expect(tidied).toBeGreaterThan(0);
    for (const now of [minutes(-2), minutes(0), minutes(2), minutes(9)]) await expectExactCounts(now);

    await changeAtRandom('five');
    await expectExactCounts(minutes(0));
    await foldCatalogueCounts({ db, clock: { now: () => minutes(2) } }).run({} as never);
    expect((await run('select 1 from shelf_changes')).rows).toEqual([]);
    expect((await run('select 1 from shelf_counts where count = 0')).rows).toEqual([]);
    const marked = `select 1 from products where is_over <> (least(expiry_date, stock_until) <= '${minutes(1).toISOString()}')
      and is_active and not is_sold and deleted_at is null`;
    expect((await run(marked)).rows).toEqual([]);
    await expectExactCounts(minutes(2));
  });

  test('a product with an extended expiry is counted again', async () => {
    const total = () => countOnSale(db, { company: 'Extended', now: minutes(2) });
    await run(`insert into products (id, title, company, category, price_paise, expiry_date, is_active)
      values (gen_random_uuid(), 'T', 'Extended', 'Other', 100, '${minutes(0).toISOString()}', true)`);
    await foldCatalogueCounts({ db, clock: { now: () => minutes(2) } }).run({} as never);
    expect(await total()).toBe(0);
    await run(`update products set expiry_date = '${minutes(5).toISOString()}' where company = 'Extended'`);
    expect(await total()).toBe(1);
  });
});

test('the exactness check fails if the counting trigger is disabled (control)', async () => {
  await run('alter table products disable trigger products_listed_update');
  await run('update products set price_paise = price_paise + 1 where is_listed');
  await expect(expectExactCounts(minutes(0))).rejects.toThrow(/deeply equal/);
});
