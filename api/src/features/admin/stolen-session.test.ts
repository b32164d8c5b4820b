import { type CallName, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { buildProduct, buildUser, PASSWORD } from '../../testing/data/builders.ts';
import { productForm } from '../../testing/data/product-form.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

/** Limits the damage of a stolen admin session (fault 39). */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const QUOTA = 5;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ CODES_SHOWN_PER_HOUR: String(QUOTA), RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => shop.close());

describe('calls that need a fresh proof', () => {
  const guarded: CallName[] = [
    'adminFindProduct',
    'adminUpdateOrder',
    'adminUpdateOrderStatus',
    'adminBulkProducts',
    'adminImportBatch',
    'adminImportProducts',
    'adminRecallBatch',
    'adminUpdateUser',
  ];
  it.each(guarded)('%s needs a fresh proof', async (name) => {
    const admin = await shop.admin();
    const input = { params: { id: newId() }, ...(calls[name].method !== 'GET' && { body: {} }) };
    const codeOf = async () => (await admin.call(name, input)).body.code;
    expect(await codeOf()).not.toBe('FRESH_PROOF_REQUIRED');
    shop.clock.advance(11 * MINUTE_MS);
    expect(await codeOf()).toBe('FRESH_PROOF_REQUIRED');
    expect((await admin.call('prove', { body: { password: PASSWORD } })).status).toBe(200);
    expect(await codeOf()).not.toBe('FRESH_PROOF_REQUIRED');
  });

  it('lowering a price or sending a code, link or stock kind needs a fresh proof', async () => {
    const admin = await shop.admin();
    const goods = { code: 'GIVEN-TO-ALL', productLink: 'https://example.com/redeem', price: '499' };
    const made = await admin.call('adminCreateProduct', { body: productForm(goods) });
    const { _id: id } = made.body.data;
    shop.clock.advance(11 * MINUTE_MS);
    const saved = async (change: Record<string, string>) => {
      const body = productForm({ ...goods, ...change });
      const [one, other] = [
        await admin.call('adminUpdateProduct', { params: { id }, body }),
        await admin.call('updateProduct', { params: { id }, body }),
      ];
      expect(other.body.code).toBe(one.body.code);
      return one.body.code;
    };
    const toPool = { stockKind: 'pool', code: '', productLink: '', confirmWithdraw: 'true' };
    const harmful: Record<string, string>[] = [
      { price: '0' },
      { code: 'ANOTHER' },
      { productLink: 'https://elsewhere.example' },
      // This sends the stored code again. A different answer for it would confirm a guessed code.
      { price: '500' },
      toPool,
    ];
    for (const change of harmful) expect([change, await saved(change)]).toEqual([change, 'FRESH_PROOF_REQUIRED']);
    expect((await admin.call('prove', { body: { password: PASSWORD } })).status).toBe(200);
    for (const change of harmful) expect([change, await saved(change)]).toEqual([change, undefined]);
    // A pool has no code to change here, so its other fields need no fresh proof.
    shop.clock.advance(11 * MINUTE_MS);
    expect(await saved({ ...toPool, title: 'Another title', price: '600' })).toBeUndefined();
    expect(await saved({ price: '600', stockKind: 'shared' })).toBe('FRESH_PROOF_REQUIRED');
  });

  it('reading lists needs no fresh proof', async () => {
    const admin = await shop.admin();
    shop.clock.advance(11 * MINUTE_MS);
    for (const name of ['adminListProducts', 'adminListOrders', 'adminListUsers', 'adminDashboard'] as const)
      expect((await admin.call(name)).status).toBe(200);
  });
});

describe('the quota of codes shown to admins', () => {
  const startHour = () =>
    shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / HOUR_MS) * HOUR_MS + MINUTE_MS));

  it('codes beyond the hourly quota are refused, and every owner gets one mail', async () => {
    startHour();
    const owner = await buildUser(shop, { role: 'admin' });
    const ordersAdmin = await buildUser(shop, { role: 'admin', permissions: ['orders'] });
    const thief = await shop.admin({ permissions: ['catalogue'] });
    const products = await Promise.all(Array.from({ length: QUOTA + 5 }, () => buildProduct(shop)));
    const replies = await Promise.all(products.map(({ id }) => thief.call('adminFindProduct', { params: { id } })));
    const statuses = replies.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([QUOTA, 5]);
    await shop.runJobs();
    const quotaMails = (email: string) =>
      shop.mails.sent.filter(({ to, subject }) => to === email && subject === 'Many codes shown');
    expect(quotaMails(owner.email)).toHaveLength(1);
    expect(quotaMails(owner.email)[0]?.text).toContain(thief.user.email);
    expect([quotaMails(ordersAdmin.email), quotaMails(thief.user.email)]).toEqual([[], []]);

    const [product] = products;
    startHour();
    await thief.call('prove', { body: { password: PASSWORD } });
    const later = await (await shop.admin()).call('adminFindProduct', { params: { id: product?.id ?? '' } });
    expect(later.status).toBe(200);
  });

  it('the default quota is 60 codes an hour', async () => {
    const usual = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    try {
      usual.clock.set(new Date('2030-01-01T10:01:00Z'));
      const thief = await usual.admin();
      const products = await Promise.all(Array.from({ length: 110 }, () => buildProduct(usual)));
      const replies = await Promise.all(products.map(({ id }) => thief.call('adminFindProduct', { params: { id } })));
      const codes = replies.map(({ status, body }) => (status === 200 ? typeof body.data.code : body.code)).sort();
      expect(codes).toEqual([...Array(50).fill('TOO_MANY_REQUESTS'), ...Array(60).fill('string')]);
    } finally {
      await usual.close();
    }
  });

  it('opening a pool product does not count, because it shows no code', async () => {
    startHour();
    const admin = await shop.admin();
    const product = await buildProduct(shop);
    await shop.db.updateTable('products').set({ stock_kind: 'pool' }).where('id', '=', product.id).execute();
    const replies = [];
    for (let time = 0; time <= QUOTA; time += 1)
      replies.push((await admin.call('adminFindProduct', { params: { id: product.id } })).status);
    expect(new Set(replies)).toEqual(new Set([200]));
  });
});
