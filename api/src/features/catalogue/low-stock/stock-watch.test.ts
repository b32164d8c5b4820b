import type { Permission } from '@shop/contract/accounts/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newVaultKey } from '../../../platform/vault.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, CANARY } from '../../../testing/data/builders.ts';
import { addBatch, buildPool, newCodes } from '../../../testing/data/pools.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { stockJobs } from './stock-mails.jobs.ts';

const DAY_MS = 86_400_000;
let shop: TestShop;
let owner: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: newVaultKey('k1') });
  owner = await shop.admin();
});
beforeEach(() => {
  shop.mails.sent.length = 0;
});
afterAll(() => shop.close());

/** Runs the stock watch once, and then the mail jobs. */
async function lookAtStock() {
  const [watch] = stockJobs(shop);
  await watch?.run(undefined as never);
  await shop.runJobs();
}
const subjectsTo = (email: string) => shop.mails.to(email).map(({ subject }) => subject);
const take = async (product: { id: string }, quantity = 1) => {
  const buyer = await shop.customer();
  const { status } = await buyer.call('createOrder', { body: { productId: product.id, amount: 0, quantity } });
  expect(status).toBe(201);
  return buyer;
};

describe('stock mails to the owner', () => {
  it('the owner gets one mail per low stock and sell-out, and again after a refill', async () => {
    const product = await buildPool(shop, { title: 'Watched', codes: newCodes(5), price: 0, low_stock_at: 3 });
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual([]);
    await take(product, 2);
    await lookAtStock();
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual(['Running low: Watched']);
    await take(product, 3);
    await lookAtStock();
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual(['Running low: Watched', 'Sold out: Watched']);
    // A small refill sends no mail: the stock stays below the threshold.
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toHaveLength(2);
    await addBatch(shop, product.id, { codes: newCodes(3) });
    await lookAtStock();
    await take(product);
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual(['Running low: Watched', 'Sold out: Watched', 'Running low: Watched']);
    expect(shop.mails.to(owner.user.email)[0]?.text).toContain('3 units of Watched');
  });

  it('products that run low in the same minute share a mail, without refilled ones', async () => {
    const pools = [];
    for (const name of ['one', 'two', 'three', 'four'])
      pools.push(await buildPool(shop, { title: `Sheet ${name}`, codes: newCodes(2), low_stock_at: 1 }));
    await lookAtStock();
    await shop.pool.query(`update products set low_stock_at = 5 where title like 'Sheet %'`);
    const [watch] = stockJobs(shop);
    await watch?.run(undefined as never);
    await addBatch(shop, pools[3]?.id ?? '', { codes: newCodes(9) });
    await shop.runJobs();
    const [mail, ...others] = shop.mails.to(owner.user.email);
    expect([mail?.subject, others]).toEqual(['Running low or sold out: 3 products', []]);
    for (const name of ['one', 'two', 'three']) expect(mail?.text).toContain(`Sheet ${name}`);
    expect(mail?.text).toContain('2 left');
    expect(mail?.text).not.toContain('Sheet four');
  });

  it('unwatched, new, inactive and expired products send no low-stock mail', async () => {
    await take(await buildProduct(shop, { units: 1, price: 0 }));
    const admin = await shop.admin();
    const fields = {
      stockKind: 'pool',
      title: 'New pool',
      category: 'Coupon',
      company: 'A',
      price: 1,
      expiryDate: '2099-01-01',
    };
    const made = await admin.call('adminCreateProduct', { body: { ...fields, isActive: true } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    for (const isOver of ['is_active = false', "expiry_date = now() - interval '1 day'"]) {
      const { id } = await buildPool(shop, { codes: newCodes(1), low_stock_at: 1 });
      await shop.pool.query(`update products set stock_told = 'enough', ${isOver} where id = $1`, [id]);
    }
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual([]);
  });

  it('the owner gets a mail a week before a batch expires and when it has expired', async () => {
    const product = await buildPool(shop, { title: 'Dated', codes: [], price: 0 });
    const deleted = await buildPool(shop, { codes: [] });
    const expiresOn = new Date(shop.clock.now().getTime() + 10 * DAY_MS).toISOString().slice(0, 10);
    await addBatch(shop, product.id, { codes: newCodes(3), reference: 'B-1', expiresOn });
    await addBatch(shop, deleted.id, { codes: newCodes(1), expiresOn });
    await shop.pool.query('update products set deleted_at = now() where id = $1', [deleted.id]);
    await take(product);
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual([]);
    shop.clock.advance(5 * DAY_MS);
    await lookAtStock();
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual(['Expires soon: Dated']);
    expect(shop.mails.to(owner.user.email)[0]?.text).toContain('2 unsold codes of Dated');
    const { body } = await (await shop.admin()).call('adminDashboard', {});
    expect(body.data.expiringBatches).toEqual([
      { _id: expect.any(String), reference: 'B-1', product: { _id: product.id, title: 'Dated' }, expiresOn, units: 2 },
    ]);
    shop.clock.advance(7 * DAY_MS);
    await lookAtStock();
    expect(subjectsTo(owner.user.email)).toEqual(['Expires soon: Dated', 'Sold out: Dated']);
  });
});

describe('stock mails to an admin with some permissions', () => {
  it('stock mails go only to admins who still have the permission', async () => {
    const adminWith = async (...permissions: Permission[]) => (await shop.admin({ permissions })).user;
    const [stock, catalogue, support, leaving] = [
      await adminWith('stock'),
      await adminWith('catalogue'),
      await adminWith('support', 'people', 'orders', 'settings'),
      await adminWith('stock'),
    ];
    const product = await buildPool(shop, { title: 'For some', codes: [], price: 0, low_stock_at: 2 });
    const expiresOn = new Date(shop.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    await addBatch(shop, product.id, { codes: newCodes(3), expiresOn });
    await lookAtStock();
    await take(product);
    const [watch] = stockJobs(shop);
    await watch?.run(undefined as never);
    await shop.pool.query("update users set permissions = '{support}' where id = $1", [leaving.id]);
    await shop.runJobs();
    const [expires, low] = ['Expires soon: For some', 'Running low: For some'];
    expect(subjectsTo(stock.email)).toEqual([expires, low]);
    expect(subjectsTo(catalogue.email)).toEqual([low]);
    expect(subjectsTo(support.email)).toEqual([]);
    expect(subjectsTo(leaving.email)).toEqual([expires]);
  });
});

describe('a stock alert', () => {
  const ask = async (productId: string, buyer?: SignedInClient) => {
    const client = buyer ?? (await shop.customer());
    const reply = await client.call('setStockAlert', { params: { id: productId } });
    return { client, reply };
  };
  const alertsTo = (client: SignedInClient) => subjectsTo(client.user.email);

  it('each alert sends one mail when the product is back, oldest alert first', async () => {
    const product = await buildPool(shop, { title: 'Awaited', codes: [] });
    const { client: first, reply } = await ask(product.id);
    expect([reply.status, reply.body.data]).toEqual([201, { isSet: true }]);
    expect((await ask(product.id, first)).reply.status).toBe(200);
    shop.clock.advance(1_000);
    const { client: second } = await ask(product.id);
    const { client: third } = await ask(product.id);
    await third.call('endStockAlert', { params: { id: product.id } });
    await lookAtStock();
    expect(alertsTo(first)).toEqual([]);

    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    await lookAtStock();
    const told = shop.mails.sent.filter(({ subject }) => subject === 'Back in stock: Awaited').map(({ to }) => to);
    expect(told).toEqual([first.user.email, second.user.email]);
    expect(alertsTo(third)).toEqual([]);
    expect((await first.call('findStockAlert', { params: { id: product.id } })).body.data).toEqual({ isSet: false });
    expect(JSON.stringify(shop.mails.sent)).not.toContain(CANARY);
  });

  it('a customer sees and ends only their own alert for one product', async () => {
    const [one, other] = [await buildPool(shop, { codes: [] }), await buildPool(shop, { codes: [] })];
    const { client } = await ask(one.id);
    const { client: neighbour } = await ask(one.id);
    const waits = async (who: SignedInClient, { id }: { id: string }) =>
      (await who.call('findStockAlert', { params: { id } })).body.data.isSet;
    expect([await waits(client, one), await waits(client, other)]).toEqual([true, false]);
    await ask(other.id, client);
    await client.call('endStockAlert', { params: { id: one.id } });
    expect([await waits(client, one), await waits(client, other), await waits(neighbour, one)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('an alert of a deactivated account sends no mail', async () => {
    const product = await buildPool(shop, { title: 'Back too late', codes: [] });
    const { client } = await ask(product.id);
    await shop.db.updateTable('users').set({ active: false }).where('id', '=', client.user.id).execute();
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    expect(alertsTo(client)).toEqual([]);
  });

  it('an alert waits on if the product sells out again before its mail is sent', async () => {
    const product = await buildPool(shop, { title: 'Briefly back', codes: [], price: 0 });
    const { client } = await ask(product.id);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    const [watch] = stockJobs(shop);
    await watch?.run(undefined as never);
    await take(product);
    await shop.runJobs();
    expect(alertsTo(client)).toEqual([]);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    expect(alertsTo(client)).toEqual(['Back in stock: Briefly back']);
  });

  it('a repeated alert sends a mail with a new message id', async () => {
    const product = await buildPool(shop, { title: 'Back twice', codes: [], price: 0 });
    const { client } = await ask(product.id);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    await take(product);
    shop.clock.advance(1_000);
    expect((await ask(product.id, client)).reply.status).toBe(201);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    const ids = shop.mails.to(client.user.email).map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });

  it('an alert repeated before its first mail was sent sends one mail', async () => {
    const product = await buildPool(shop, { title: 'Back unheard', codes: [], price: 0 });
    const { client } = await ask(product.id);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    const [watch] = stockJobs(shop);
    await watch?.run(undefined as never);
    await take(product);
    shop.clock.advance(1_000);
    expect((await ask(product.id, client)).reply.status).toBe(201);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    expect(alertsTo(client)).toEqual(['Back in stock: Back unheard']);
  });

  it('the link in the mail ends the alert only on confirmation, without signing in', async () => {
    const product = await buildPool(shop, { title: 'Linked', codes: [] });
    const { client } = await ask(product.id);
    await addBatch(shop, product.id, { codes: newCodes(1) });
    await lookAtStock();
    const [mail] = shop.mails.to(client.user.email);
    const token = /\/alerts\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const visitor = shop.visitor();
    const show = () => visitor.call('showAlertLink', { params: { token } });
    await show();
    const shown = await show();
    expect(shown.body.data).toEqual({ product: { _id: product.id, title: 'Linked' }, isSet: true });
    const ended = await visitor.call('endAlertByLink', { params: { token }, body: {} });
    expect([ended.status, ended.body.data]).toEqual([200, { isSet: false }]);
    expect((await visitor.call('endAlertByLink', { params: { token }, body: {} })).status).toBe(200);
    expect((await show()).status).toBe(404);

    const [id = '', signature = ''] = token.split('.');
    for (const forged of [id, `${id}.`, `${crypto.randomUUID()}.${signature}`, `${id}.${signature.slice(2)}`, 'x.y']) {
      const reply = await visitor.call('endAlertByLink', { params: { token: forged }, body: {} });
      expect([reply.status, reply.body.code]).toEqual([404, 'ALERT_LINK_INVALID']);
    }
  });

  it('a customer can set twenty alerts a day', async () => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    try {
      strict.clock.set(new Date('2030-01-01T10:01:00Z'));
      const buyer = await strict.customer();
      const products = await Promise.all(Array.from({ length: 21 }, () => buildProduct(strict, { units: 0 })));
      const statuses: number[] = [];
      for (const { id } of products) statuses.push((await buyer.call('setStockAlert', { params: { id } })).status);
      expect(statuses).toEqual([...Array(20).fill(201), 429]);
    } finally {
      await strict.close();
    }
  });

  it('an alert is refused for a product that is on sale, expired or inactive', async () => {
    const onSale = await ask((await buildPool(shop)).id);
    expect([onSale.reply.status, onSale.reply.body.code]).toEqual([409, 'NOT_SOLD_OUT']);
    const over = await ask((await buildProduct(shop, { units: 0, expiry_date: shop.clock.now() })).id);
    expect([over.reply.status, over.reply.body.code]).toEqual([409, 'EXPIRED']);
    expect((await ask((await buildProduct(shop, { is_active: false })).id)).reply.status).toBe(404);
  });
});
