import type { AddressInfo } from 'node:net';
import { API_BASE } from '@shop/contract/calls/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log/log.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { type TestPayments, testPayments } from '../testing/clients/test-payments.ts';
import type { SignedInClient } from '../testing/clients/test-sessions.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { productForm } from '../testing/data/product-form.ts';
import { buy, placeOrder } from '../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/**
 * Three processes use one database. Changes are made in `shop`. `keeping` shares answers, with a clock that the test moves.
 * `truthful` shares none, so it always shows the current state.
 */
let shop: TestShop;
let payments: TestPayments;
let admin: SignedInClient;
let buyer: SignedInClient;
const other = { time: new Date() } as { time: Date; shop: Shop; keeping: FastifyInstance; truthful: FastifyInstance };
const urlOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on', SHARED_ANSWERS_MB: '8' }, { web: true });
  payments = testPayments(shop);
  [admin, buyer] = [await shop.admin(), await shop.customer()];
  const clock = { now: () => other.time };
  const databaseUrl = shop.config.DATABASE_URL ?? '';
  other.shop = await openShop({ config: shop.config, databaseUrl, clock, log: createLog('silent') });
  other.keeping = await createApp(other.shop, { web: true });
  const config = { ...shop.config, SHARED_ANSWERS_MB: 0 };
  const truthful = { ...(await openShop({ config, databaseUrl, clock })) };
  other.truthful = await createApp(truthful, { web: true });
  other.truthful.addHook('onClose', () => closeShop(truthful));
  for (const app of [other.keeping, other.truthful]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await other.keeping.close();
  await other.truthful.close();
  await closeShop(other.shop);
  await shop.close();
});

const listSavedViews = (id: string, title: string) => [
  `${API_BASE}/products?limit=100`,
  `${API_BASE}/products/search?q=${encodeURIComponent(title)}`,
  `${API_BASE}/products/suggest?q=${encodeURIComponent(title)}`,
  `${API_BASE}/products/facets`,
  `${API_BASE}/products/${id}`,
  `${API_BASE}/products/${id}/similar`,
  '/',
  '/categories',
  `/products/${id}`,
];

/** The answers of all views, without request ids. */
async function look(url: string, views: string[]): Promise<string[]> {
  return Promise.all(
    views.map(async (view) => {
      const reply = await fetch(`${url}${view}`);
      return `${reply.status} ${(await reply.text()).replace(/"requestId":"[^"]*"/, '')}`;
    }),
  );
}

type Subject = Awaited<ReturnType<typeof buildProduct>>;
type Change = {
  units?: number;
  prepare?: (product: Subject) => Promise<unknown>;
  change: (product: Subject) => unknown;
};

let orderId = '';
const fields = ({ title, company, code }: Subject) => ({ title, company, code, usageLimit: undefined });

const byAdministrators: Record<string, Change> = {
  'a price': {
    change: async (product) => {
      const body = productForm({ ...fields(product), price: '12.50' });
      const saved = await admin.call('adminUpdateProduct', { params: { id: product.id }, body });
      expect(saved.status, saved.body.message).toBe(200);
    },
  },
  'a deactivation': {
    change: ({ id }) => admin.call('adminBulkProducts', { body: { ids: [id], action: 'deactivate' } }),
  },
  'a deletion': { change: ({ id }) => admin.call('adminDeleteProduct', { params: { id } }) },
  'a new product': {
    change: async () => {
      const body = productForm({ title: `New ${newId()}` });
      expect((await admin.call('adminCreateProduct', { body })).status).toBe(201);
    },
  },
};

const bySalesAndTime: Record<string, Change> = {
  'a sell-out': { units: 1, change: (product) => buy(buyer, payments, product) },
  'a hold': { change: (product) => placeOrder(buyer, product) },
  'the return of a hold': {
    units: 1,
    prepare: async (product) => {
      orderId = (await placeOrder(buyer, product))._id;
    },
    change: () => buyer.call('deleteOrder', { params: { id: orderId } }),
  },
  'a rating': {
    prepare: async (product) => {
      orderId = (await buy(buyer, payments, product)).order._id;
    },
    change: () => buyer.call('rateOrder', { params: { id: orderId }, body: { stars: 4, worked: true } }),
  },
};

const build = async ({ units, prepare }: Change) => {
  const product = await buildProduct(shop, units === undefined ? {} : { units });
  await prepare?.(product);
  return { product, views: listSavedViews(product.id, product.title) };
};

describe.each(Object.entries({ ...byAdministrators, ...bySalesAndTime }))('%s', (_, change) => {
  it('another process shows the change after a second, and not earlier', async () => {
    const { product, views } = await build(change);
    const before = await look(urlOf(other.keeping), views);
    await change.change(product);
    expect(await look(urlOf(other.keeping), views)).toEqual(before);
    other.time = new Date(other.time.getTime() + 1_000);
    const truth = await look(urlOf(other.truthful), views);
    expect(truth).not.toEqual(before);
    expect(await look(urlOf(other.keeping), views)).toEqual(truth);
  });
});

describe.each(Object.entries(byAdministrators))('%s', (_, change) => {
  it('the process that saved the change shows it to the next request', async () => {
    const { product, views } = await build(change);
    const before = await look(shop.url, views);
    await change.change(product);
    const after = await look(shop.url, views);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await look(urlOf(other.truthful), views));
  });
});

describe.each(Object.entries(bySalesAndTime))('%s', (_, change) => {
  it('the process that saved the change shows it within a second', async () => {
    const { product, views } = await build(change);
    const before = await look(shop.url, views);
    await change.change(product);
    const truth = await look(urlOf(other.truthful), views);
    expect(truth).not.toEqual(before);
    await expect.poll(() => look(shop.url, views), { timeout: 10_000 }).toEqual(truth);
  });
});

it('customers see their own orders at once, because these are not shared', async () => {
  const customer = await shop.customer();
  const statuses = async () =>
    (await customer.call('listMyOrders')).body.data.map(({ paymentStatus }) => paymentStatus);
  expect(await statuses()).toEqual([]);
  const { order } = await buy(customer, payments, await buildProduct(shop));
  expect(await statuses()).toEqual(['completed']);
  await customer.call('rateOrder', { params: { id: order._id }, body: { stars: 4, worked: true } });
  const { body } = await customer.call('findMyOrder', { params: { id: order._id } });
  expect(body.data.rating).toEqual({ stars: 4, worked: true });
});

it('an expired product shows as expired within a second', async () => {
  const product = await buildProduct(shop, { expiry_date: new Date(other.time.getTime() + 200) });
  const views = listSavedViews(product.id, product.title);
  const before = await look(urlOf(other.keeping), views);
  other.time = new Date(other.time.getTime() + 300);
  expect(await look(urlOf(other.keeping), views)).toEqual(before);
  other.time = new Date(other.time.getTime() + 700);
  const truth = await look(urlOf(other.truthful), views);
  expect(truth).not.toEqual(before);
  expect(await look(urlOf(other.keeping), views)).toEqual(truth);
});

it('a process that lost its connections is still at most a second behind', async () => {
  const { product, views } = await build({ change: () => {} });
  await look(urlOf(other.keeping), views);
  await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  // `/readyz` also complains about the test clock; only the database matters here.
  const whyNotReady = async (url: string) => String((await (await fetch(`${url}/readyz`)).json()).reason);
  for (const url of [shop.url, urlOf(other.keeping), urlOf(other.truthful)])
    await expect.poll(() => whyNotReady(url)).not.toContain('The database does not answer');
  await byAdministrators['a price']?.change(product);
  other.time = new Date(other.time.getTime() + 1_000);
  const truth = await look(urlOf(other.truthful), views);
  expect(await look(urlOf(other.keeping), views)).toEqual(truth);
  expect(truth.join()).toContain('"price":12.5');
});
