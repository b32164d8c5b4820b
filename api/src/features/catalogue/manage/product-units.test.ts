import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import type { UnitState } from '../../../tables.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { productForm } from '../../../testing/data/product-form.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { decryptGoods } from '../../stock/units/encrypt-goods.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const update = async (id: string, overrides: Record<string, string | undefined>) => {
  const reply = await admin.call('adminUpdateProduct', { params: { id }, body: productForm(overrides) });
  expect(reply.status).toBe(200);
  return reply.body.data;
};

/** The codes that the units in a state deliver. */
async function codes(productId: string, state: UnitState): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('units')
    .innerJoin('goods', 'goods.id', 'units.goods_id')
    .selectAll('goods')
    .where('units.product_id', '=', productId)
    .where('units.state', '=', state)
    .execute();
  return rows.map((row) => decryptGoods(shop.vault, row).code);
}

/** The codes that new buyers of a free product receive. */
async function boughtNext(product: { id: string }, count: number): Promise<string[]> {
  const received: string[] = [];
  while (received.length < count) {
    const buyer = await shop.customer();
    const quantity = Math.min(count - received.length, 10);
    const { _id } = await placeOrder(buyer, { ...product, price_paise: 0 }, { quantity });
    const { body } = await buyer.call('revealOrder', { params: { id: _id } });
    received.push(...body.data.codes);
  }
  return received;
}

/** Seven units: 4 available, 2 held, 1 sold. */
async function productInUse() {
  const product = await buildProduct(shop, { units: 7, code: `OLD-${newId()}` });
  const buyer = await shop.customer();
  const orderId = newId();
  const now = shop.clock.now();
  await shop.db
    .insertInto('orders')
    .values({
      id: orderId,
      buyer_id: buyer.user.id,
      product_id: product.id,
      quantity: 3,
      amount_paise: 100,
      is_one_time_use: false,
      receipt: orderId,
      product_details: '{}',
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
  const units = await shop.db.selectFrom('units').select('id').where('product_id', '=', product.id).execute();
  const take = (ids: string[], change: { state: UnitState; held_until: Date | null }) =>
    shop.db
      .updateTable('units')
      .set({ ...change, order_id: orderId })
      .where('id', 'in', ids)
      .execute();
  const ids = units.map((unit) => unit.id);
  await take(ids.slice(0, 2), { state: 'held', held_until: new Date(now.getTime() + 900_000) });
  await take(ids.slice(2, 3), { state: 'sold', held_until: null });
  return product;
}

test('a new code applies to available units, not to held or sold ones', async () => {
  const product = await productInUse();
  const saved = await update(product.id, { code: `NEW-${product.id}`, price: '0', usageLimit: undefined });
  expect(saved.unitCounts).toEqual({ available: 4, held: 2, sold: 1, withdrawn: 0, expired: 0 });
  expect(await codes(product.id, 'held')).toEqual([product.code, product.code]);
  expect(await codes(product.id, 'sold')).toEqual([product.code]);
  expect(new Set(await boughtNext(product, 4))).toEqual(new Set([`NEW-${product.id}`]));
});

test('saving a new code does not wait for locked units', async () => {
  const product = await buildProduct(shop, { units: 3 });
  const buyer = await shop.pool.connect();
  await buyer.query('begin');
  await buyer.query('select 1 from units where product_id = $1 for update', [product.id]);
  const saved = await update(product.id, { code: `NEW-${product.id}`, usageLimit: undefined });
  await buyer.query('rollback');
  buyer.release();
  expect(saved.code).toBe(`NEW-${product.id}`);
});

test('a new link without a new code is stored too', async () => {
  const product = await productInUse();
  const saved = await update(product.id, { code: product.code, productLink: 'https://new.example/x' });
  expect(saved).toMatchObject({ code: product.code, productLink: 'https://new.example/x' });
});

test('the usage limit adds or withdraws available units and keeps held and sold ones', async () => {
  const product = await productInUse();
  const keep = { code: product.code, productLink: '' };
  expect((await update(product.id, { ...keep, usageLimit: '6' })).unitCounts).toEqual({
    available: 6,
    held: 2,
    sold: 1,
    withdrawn: 0,
    expired: 0,
  });
  const less = await update(product.id, { ...keep, usageLimit: '1' });
  expect(less.unitCounts).toEqual({ available: 1, held: 2, sold: 1, withdrawn: 5, expired: 0 });
  expect(less.usageLimit).toBe(1);
  expect(await codes(product.id, 'available')).toEqual([product.code]);
});

test('a lower usage limit does not wait for a unit that is being bought', async () => {
  const product = await buildProduct(shop, { units: 2 });
  const buyer = await shop.pool.connect();
  await buyer.query('begin');
  const { rows } = await buyer.query(
    'select id from units where product_id = $1 order by expires_at desc, id desc limit 1 for update',
    [product.id],
  );
  await update(product.id, { code: product.code, usageLimit: '1' });
  await buyer.query('rollback');
  buyer.release();
  const left = await shop.db.selectFrom('units').select('state').where('id', '=', rows[0].id).executeTakeFirst();
  expect(left).toEqual({ state: 'available' });
});

test('a save without a usage limit keeps the current stock', async () => {
  const product = await productInUse();
  const saved = await update(product.id, { code: product.code, usageLimit: undefined, title: 'Only the title' });
  expect(saved).toMatchObject({ title: 'Only the title', usageLimit: 4 });
});

test('a sold-out product is on sale again after units are added', async () => {
  const product = await buildProduct(shop, { units: 0 });
  const saved = await update(product.id, { code: product.code, usageLimit: '2' });
  expect(saved).toMatchObject({ isSold: false, availability: 'available', usageLimit: 2 });
  const row = await shop.db
    .selectFrom('products')
    .select('is_sold')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow();
  expect(row.is_sold).toBe(false);
});

test('edits during purchases lose no unit and never change a sold one', async () => {
  const product = await buildProduct(shop, { units: 40, price: 0 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.customer()));
  const edits = Array.from({ length: 6 }, (_, round) =>
    admin.call('adminUpdateProduct', {
      params: { id: product.id },
      body: productForm({ code: `ROUND-${round}-${product.id}`, price: '0', usageLimit: String(30 + round) }),
    }),
  );
  const purchases = buyers.map((buyer) =>
    buyer.call('createOrder', { body: { productId: product.id, amount: 0, quantity: 1 } }),
  );
  const replies = await Promise.all([...edits, ...purchases]);
  expect(replies.filter((reply) => reply.status >= 500)).toEqual([]);
  const sold = (await Promise.all(purchases)).filter((reply) => reply.status === 201).length;
  expect(sold).toBeGreaterThan(0);
  const { body } = await admin.call('adminFindProduct', { params: { id: product.id } });
  const { available, held, sold: soldUnits, withdrawn } = body.data.unitCounts;
  expect(soldUnits).toBe(sold);
  expect(held).toBe(0);
  const { count } = await shop.db
    .selectFrom('units')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  expect(available + soldUnits + withdrawn).toBe(count);
  expect(new Set(await boughtNext(product, available))).toEqual(new Set([body.data.code]));
});

test('units are added and withdrawn with at most 10,000 per statement', async () => {
  await shop.pool.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 10000 then raise 'too many units in one statement'; end if;
      return null;
    end $$;
    create trigger refuse_many_added after insert on units referencing new table as changed
      for each statement execute function refuse_many();
    create trigger refuse_many_changed after update on units referencing new table as changed
      for each statement execute function refuse_many()`);
  const code = newId();
  const reply = await admin.call('adminCreateProduct', { body: productForm({ code, usageLimit: '22000' }) });
  expect([reply.status, reply.body.data?.unitCounts?.available]).toEqual([201, 22_000]);
  const id = reply.body.data._id;
  const { unitCounts } = await update(id, { code, usageLimit: '11000' });
  expect(unitCounts).toMatchObject({ available: 11_000, withdrawn: 11_000 });
  const pool = await update(id, { code: '', productLink: '', stockKind: 'pool', confirmWithdraw: 'true' });
  await shop.pool.query('drop function refuse_many cascade');
  expect(pool.unitCounts).toMatchObject({ available: 0, withdrawn: 22_000 });
  await shop.runJobs();
  const { rows } = await shop.pool.query("select reltuples from pg_class where oid = 'units'::regclass");
  expect(rows[0]?.reltuples).toBeGreaterThanOrEqual(22_000);
});

test('units are stored in the order in which they are sold', async () => {
  const product = await buildProduct(shop, { units: 1 });
  await update(product.id, { usageLimit: '12000' });
  const { rows } = await shop.pool.query<{ pages: number; sold: number }>(
    `select count(distinct (ctid::text::point)[0])::int as pages, count(*)::int as sold
     from (select ctid from units where product_id = $1 order by expires_at, id limit 1000) as sold_next`,
    [product.id],
  );
  const all = await shop.pool.query<{ pages: number }>(
    `select count(distinct (ctid::text::point)[0])::int as pages from units where product_id = $1`,
    [product.id],
  );
  expect(rows[0]?.sold).toBe(1000);
  expect(rows[0]?.pages).toBeLessThan((all.rows[0]?.pages ?? 0) / 8);
});
