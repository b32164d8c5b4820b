import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { buy } from '../../testing/purchases.ts';
import { testPayments } from '../../testing/test-payments.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { setStock } from '../stock/stock.service.ts';

// PostgreSQL makes as many plans for the values at hand before it asks whether one for any values would do.
const TRIALS = 5;
const CONNECTIONS = 2;
const PURCHASES = 30;

type Plans = { statement: string; trials: number; uses: number };

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop({ DATABASE_POOL: String(CONNECTIONS) });
});
afterEach(() => shop.close());

async function plansOfEveryConnection(): Promise<Plans[]> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => shop.pool.connect()));
  const results = await Promise.all(
    clients.map((client) =>
      client.query<Plans>(
        `select statement, custom_plans::int as trials, (generic_plans + custom_plans)::int as uses
         from pg_prepared_statements`,
      ),
    ),
  );
  for (const client of clients) client.release();
  return results.flatMap(({ rows }) => rows).filter(({ uses }) => uses > TRIALS);
}

it.each([
  ['one product has far more units than the others', [4_000, ...Array(PURCHASES - 1).fill(100)]],
  ['there is one product', [25_000]],
])('plans no statement of a purchase anew each time where %s', async (_, stock: number[]) => {
  const products = await Promise.all(stock.map(() => buildProduct(shop)));
  for (const [position, { id, goods_id }] of products.entries())
    await setStock(shop.db, { productId: id, goodsId: goods_id, available: stock[position] ?? 0 });
  await shop.pool.query('vacuum analyze');
  const buyer = await shop.customer();
  for (let turn = 0; turn < PURCHASES; turn++) {
    const product = products[turn % products.length];
    if (product) await buy(buyer, testPayments(shop), product);
  }

  const plans = await plansOfEveryConnection();
  expect(plans.filter(({ trials }) => trials > TRIALS)).toEqual([]);
  const parts = ['from "sessions"', 'from "products"', 'into "orders"', "units set state = 'held'", 'add_job'];
  for (const part of parts)
    expect(
      plans.some(({ statement }) => statement.includes(part)),
      part,
    ).toBe(true);
});
