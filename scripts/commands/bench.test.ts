import { requireKeys } from '@shop/api/features/stock/key-rotation/goods-keys.service';
import { createTestDatabase } from '@shop/api/testing/test-database';
import { openTestShop } from '@shop/api/testing/test-shop';
import { expect, it } from 'vitest';
import { fillCatalogue, fillShop } from '../../bench/fill-shop.ts';
import { casesOf } from '../../bench/reads-cases.ts';

// Benchmarks run rarely, so this test checks that their data fits the tables and their requests are answered.
it('the data and requests of the benchmarks fit the shop', async () => {
  const shop = await openTestShop({}, { web: true });
  await fillCatalogue(shop.config.DATABASE_URL ?? '', 30);
  await requireKeys(shop);
  const { rows } = await shop.pool.query<{ id: string }>('select id from products where is_active limit 1');
  const asked = casesOf(rows.map(({ id }) => id)).map(async ({ name, paths }) => {
    const { status } = await fetch(`${shop.url}${paths[0]}`);
    return [name, status];
  });
  expect((await Promise.all(asked)).filter(([, status]) => status !== 200)).toEqual([]);
  await shop.close();
});

it('a shop with rows of every table can be loaded', async () => {
  const database = await createTestDatabase();
  await fillShop(database.url, { orders: 30, products: 30, users: 30 });
  await database.drop();
});
