import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../testing/checks/invariants.ts';
import { proofOf, testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { newCodes } from '../../../testing/data/pools.ts';
import { productFields, productForm } from '../../../testing/data/product-form.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  admin = await shop.admin();
});
afterAll(() => shop.close());

const pool = { stockKind: 'pool', code: '', productLink: '', usageLimit: '' };
const create = (fields: Parameters<typeof productForm>[0]) =>
  admin.call('adminCreateProduct', { body: productForm(fields) });
const update = (id: string, fields: Parameters<typeof productForm>[0]) =>
  admin.call('adminUpdateProduct', { params: { id }, body: productForm(fields) });
const addCodes = (id: string, codes: string[]) =>
  admin.call('adminImportBatch', { params: { id }, body: { reference: crypto.randomUUID(), codes: codes.join('\n') } });
const unitsOf = async (id: string) =>
  (
    await shop.pool.query(
      'select state, count(*)::int as count from units where product_id = $1 group by 1 order by 1',
      [id],
    )
  ).rows;

describe('a new product', () => {
  it('a new product has a shared code by default', async () => {
    const { body } = await create({ code: 'STAYS-SHARED' });
    expect(body.data).toMatchObject({ stockKind: 'shared', code: 'STAYS-SHARED', usageLimit: 3, batchCount: 0 });
  });

  it('a new pool is empty, shows no code and opening it is not audited', async () => {
    const { status, body } = await create({ ...pool, lowStockAt: '5', maxPerCustomer: '2' });
    expect(status, body.message).toBe(201);
    expect(body.data).toMatchObject({
      stockKind: 'pool',
      code: '',
      productLink: null,
      usageLimit: 0,
      isSold: true,
      lowStockAt: 5,
      maxPerCustomer: 2,
    });
    const id = body.data._id;
    await addCodes(id, newCodes(4));
    const opened = await admin.call('adminFindProduct', { params: { id } });
    expect(opened.body.data).toMatchObject({ code: '', batchCount: 1, unitCounts: { available: 4, expired: 0 } });
    const shown = await shop.visitor().call('findProduct', { params: { id } });
    expect(shown.body.data).toMatchObject({ usageLimit: 4, maxPerCustomer: 2 });
    expect(Object.keys(shown.body.data)).not.toContain('lowStockAt');
    expect(Object.keys(shown.body.data)).not.toContain('stockKind');
    const log = await admin.call('adminListAudit', { query: { q: id } });
    expect(log.body.data.map(({ action }) => action)).not.toContain('product.code-revealed');
  });

  it.each([
    ['a code', { code: 'X' }, 'code'],
    ['a link', { productLink: 'https://example.com/x' }, 'productLink'],
    ['a negative threshold', { lowStockAt: '-1' }, 'lowStockAt'],
    ['a limit of zero', { maxPerCustomer: '0' }, 'maxPerCustomer'],
    ['a limit of more than 100', { maxPerCustomer: '101' }, 'maxPerCustomer'],
    ['an unknown stock kind', { stockKind: 'heap' }, 'stockKind'],
  ])('a new pool with %s is refused', async (_, fields, field) => {
    const { status, body } = await create({ ...pool, ...fields });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('a missing code is reported together with the other errors of the form', async () => {
    const { body } = await create({ code: '', title: 'x' });
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['code', 'title']);
  });
});

describe('a change from a shared code to a pool', () => {
  it('a change to a pool needs confirmation and keeps held units for their orders', async () => {
    const { body } = await create({ code: 'FOR-EVERYBODY', price: '499', usageLimit: '5' });
    const id = body.data._id;
    const product = { id, price_paise: 49900 };
    const [payer, leaver] = [await shop.customer(), await shop.customer()];
    const [paid, left] = [await placeOrder(payer, product), await placeOrder(leaver, product)];
    const unasked = await update(id, { ...pool, price: '499' });
    expect([unasked.status, unasked.body.code]).toEqual([409, 'WITHDRAW_UNCONFIRMED']);
    expect(await unitsOf(id)).toEqual([
      { state: 'available', count: 3 },
      { state: 'held', count: 2 },
    ]);
    const changed = await update(id, { ...pool, price: '499', confirmWithdraw: 'true' });
    expect(changed.status, changed.body.message).toBe(200);
    expect(changed.body.data).toMatchObject({ stockKind: 'pool', code: '', usageLimit: 0 });

    const payments = testPayments(shop);
    const proof = proofOf(paid._id, await payments.payByCard(paid.razorpayOrderId));
    expect((await payer.call('verifyPayment', { body: proof })).status).toBe(200);
    const revealed = await payer.call('revealOrder', { params: { id: paid._id } });
    expect(revealed.body.data.codes).toEqual(['FOR-EVERYBODY']);
    await leaver.call('deleteOrder', { params: { id: left._id } });
    expect(await unitsOf(id)).toEqual([
      { state: 'sold', count: 1 },
      { state: 'withdrawn', count: 4 },
    ]);
    await addCodes(id, newCodes(1));
    const next = await placeOrder(await shop.customer(), product);
    const { rows } = await shop.pool.query('select batch_id from units where order_id = $1', [next._id]);
    expect(rows[0].batch_id).not.toBeNull();
    await expectInvariants(shop);
  });

  it('a save without a stock kind keeps an empty pool a pool', async () => {
    const { body } = await create(pool);
    const id = body.data._id;
    const fields = { ...productFields({ code: '', productLink: '', title: 'Renamed' }), usageLimit: undefined };
    const renamed = await admin.call('adminUpdateProduct', { params: { id }, body: fields });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    expect(renamed.body.data).toMatchObject({ stockKind: 'pool', title: 'Renamed' });
    const coded = await admin.call('adminUpdateProduct', { params: { id }, body: { ...fields, code: 'X' } });
    expect([coded.status, coded.body.errors]).toEqual([422, { code: expect.any(String) }]);
  });
});

describe('a change from a pool to a shared code', () => {
  it('a pool with unsold codes, recalled ones aside, cannot become a shared code', async () => {
    const { body } = await create(pool);
    const id = body.data._id;
    const added = await addCodes(id, newCodes(2));
    const shared = { stockKind: 'shared', code: 'ONE-FOR-ALL', usageLimit: '7' };
    const unsold = await update(id, shared);
    expect([unsold.status, unsold.body.code]).toEqual([409, 'UNITS_UNSOLD']);
    const batchId = 'data' in added.body && '_id' in added.body.data ? added.body.data._id : '';
    await admin.call('adminRecallBatch', { params: { id: batchId }, body: { reason: 'No longer sold' } });
    const changed = await update(id, shared);
    expect(changed.status, changed.body.message).toBe(200);
    expect(changed.body.data).toMatchObject({ stockKind: 'shared', code: 'ONE-FOR-ALL', usageLimit: 7 });
    expect(await unitsOf(id)).toEqual([
      { state: 'available', count: 7 },
      { state: 'withdrawn', count: 2 },
    ]);
    const nothing = await update(id, { stockKind: 'shared', code: '' });
    expect([nothing.status, nothing.body.errors]).toEqual([422, { code: 'Code is required' }]);
  });
});

describe('the product list for admins', () => {
  it('the product list filters by stock kind, low stock and sold out', async () => {
    const made = async (fields: Parameters<typeof productForm>[0], codes: number) => {
      const { body } = await create({ ...pool, company: 'Listed', ...fields });
      if (codes > 0) await addCodes(body.data._id, newCodes(codes));
      return body.data._id;
    };
    const low = await made({ title: 'Runs low', lowStockAt: '20' }, 20);
    await made({ title: 'Has enough', lowStockAt: '3' }, 4);
    const empty = await made({ title: 'Has nothing' }, 0);
    await create({ company: 'Listed', title: 'Shared' });
    const rested = await made({ title: 'Off sale' }, 0);
    await shop.pool.query('update products set is_active = false where id = $1', [rested]);
    const expired = await made({ title: 'Expired' }, 0);
    await shop.pool.query('update products set expiry_date = $2 where id = $1', [expired, shop.clock.now()]);
    const titles = async (query: Record<string, string>) =>
      (await admin.call('adminListProducts', { query: { q: 'Listed', ...query } })).body.data.map(({ title }) => title);
    expect((await titles({ stockKind: 'pool' })).sort()).toEqual([
      'Expired',
      'Has enough',
      'Has nothing',
      'Off sale',
      'Runs low',
    ]);
    expect(await titles({ stockKind: 'shared' })).toEqual(['Shared']);
    expect((await titles({ runsLow: 'true' })).sort()).toEqual(['Has nothing', 'Runs low', 'Shared']);
    const { body } = await admin.call('adminDashboard', {});
    expect(body.data.lowStock.map(({ _id }) => _id)).toContain(empty);
    expect(body.data.lowStock[0]?.usageLimit).toBe(0);
    // Expired units count as sold out too.
    await shop.pool.query('update products set stock_until = $2 where id = $1', [low, shop.clock.now()]);
    const soldOut = ['Expired', 'Has nothing', 'Off sale', 'Runs low'];
    expect((await titles({ status: 'sold-out' })).sort()).toEqual(soldOut);
  });
});
