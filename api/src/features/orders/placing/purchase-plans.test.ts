import { afterEach, beforeEach, expect, it } from 'vitest';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct, buildUser } from '../../../testing/data/builders.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { setStock } from '../../stock/stock.service.ts';

// PostgreSQL makes this many custom plans before it considers a generic plan.
const TRIALS = 5;
const CONNECTIONS = 2;
const PURCHASES = 30;
const EARLIER = 7_000;

type Plans = { statement: string; trials: number; uses: number };

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop({ DATABASE_POOL: String(CONNECTIONS) });
});
afterEach(() => shop.close());

/** A shop with regular customers, where a custom plan for a buyer with many orders seems cheaper than a generic plan. */
async function buildEarlierOrders(productIds: string[], buyerIds: string[]) {
  await shop.pool.query(
    `insert into orders (id, buyer_id, product_id, quantity, amount_paise, is_one_time_use, receipt, product_details,
       payment_status, is_delivered, provider_order_id, created_at, updated_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])],
       ($2::uuid[])[1 + n % cardinality($2::uuid[])], 1, 49900, false, 'earlier-' || n, '{}', 'completed', true,
       'earlier-' || n, now(), now()
     from generate_series(1, $3) n`,
    [buyerIds, productIds, EARLIER],
  );
}

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
])('a purchase uses generic plans for all its statements if %s', async (_, stock: number[]) => {
  const products = await Promise.all(stock.map(() => buildProduct(shop)));
  for (const [position, { id, goods_id }] of products.entries())
    await setStock(shop.db, { productId: id, goodsId: goods_id, available: stock[position] ?? 0 });
  const buyer = await shop.customer();
  const regulars = await Promise.all(Array.from({ length: 24 }, () => buildUser(shop)));
  await buildEarlierOrders(
    products.map(({ id }) => id),
    [buyer.user.id, ...regulars.map(({ id }) => id)],
  );
  await shop.pool.query('vacuum analyze');
  for (let turn = 0; turn < PURCHASES; turn++) {
    const product = products[turn % products.length];
    if (product) await buy(buyer, testPayments(shop), product);
  }

  const plans = await plansOfEveryConnection();
  expect(plans.filter(({ trials }) => trials > TRIALS)).toEqual([]);
  const parts = ['from "sessions"', 'from "products"', 'into "orders"', "units set state = 'held'", 'enqueue_job'];
  for (const part of parts)
    expect(
      plans.some(({ statement }) => statement.includes(part)),
      part,
    ).toBe(true);
});
