import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '../../testing/data/builders.ts';
import { addBatch, buildPool } from '../../testing/data/pools.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

/** Products in every state have the same marked code and link. No public reply may contain them. */

const CODE = 'CANARY-7F3A-CODE';
const LINK = 'https://canary-7f3a.example/claim';
const LEAK = /canary-7f3a|productLink/i;
/** Replies to admins may contain the field name `productLink`. */
const SECRET = /canary-7f3a/i;

let shop: TestShop;
let ids: string[];
let pool: { id: string; batchId: string; orderId: string };
beforeAll(async () => {
  shop = await openTestShop({}, { web: true });
  const goods = { code: CODE, productLink: LINK, company: 'Nest', category: 'Software Key' } as const;
  const states = [
    {},
    { units: 0 },
    { expiry_date: shop.clock.now() },
    { is_active: false },
    { deleted_at: shop.clock.now() },
    { title: 'Second on sale' },
  ];
  const products = [];
  for (const state of states) products.push(await buildProduct(shop, { ...goods, ...state }));
  ids = products.map(({ id }) => id);
  pool = await sellFromPool();
});

/** A pool with sold and unsold codes whose batch is then recalled. */
async function sellFromPool() {
  const { id } = await buildPool(shop, { codes: [], price: 0, company: 'Nest' });
  const lines = ['A', 'B', 'C'].map((letter) => `${CODE}-${letter},${LINK}`);
  const { _id: batchId } = await addBatch(shop, id, { codes: lines });
  const buyer = await shop.customer();
  const { body } = await buyer.call('createOrder', { body: { productId: id, amount: 0 } });
  await (await shop.admin()).call('adminRecallBatch', {
    params: { id: batchId },
    body: { reason: 'Bad', notify: true },
  });
  ids.push(id);
  return { id, batchId, orderId: body.order._id };
}
afterAll(() => shop.close());

async function expectNoLeak(
  path: string,
  init: RequestInit = {},
  { client = shop.visitor(), leak = LEAK } = {},
): Promise<number> {
  const { status, headers, body } = await client.fetch(path, init);
  const answer = JSON.stringify([body, Object.fromEntries(headers)]);
  expect([path, leak.exec(answer)?.[0]]).toEqual([path, undefined]);
  return status;
}

it('the leak check finds the code in the reply to its buyer (control)', async () => {
  const product = await buildProduct(shop, { code: CODE, productLink: LINK, price: 0 });
  const buyer = await shop.customer();
  const { body } = await buyer.call('createOrder', { body: { productId: product.id, amount: 0, quantity: 1 } });
  expect(JSON.stringify(body)).not.toMatch(LEAK);
  const revealed = await buyer.call('revealOrder', { params: { id: body.order._id } });
  expect(revealed.body.data).toEqual({
    codes: [CODE],
    productLink: LINK,
    items: [{ unit: expect.any(String), code: CODE, link: LINK, expiresOn: null }],
  });
  expect(JSON.stringify(revealed.body)).toMatch(LEAK);
});

it('no API reply to a visitor contains a code or link', async () => {
  const queries = [
    '',
    '?q=canary',
    `?q=${CODE}`,
    '?company=Nest&limit=100',
    '?category=Software+Key&sort=rating',
    '?page=0',
  ];
  const statuses = new Set<number>();
  for (const { method, path } of Object.values(calls)) {
    const paths = path.includes(':') ? [...ids, 'nonsense'].map((id) => path.replace(/:\w+/, id)) : [path];
    const init =
      method === 'GET' ? { method } : { method, headers: { 'content-type': 'application/json' }, body: '{}' };
    const targets = paths.flatMap((target) => (method === 'GET' ? queries : ['']).map((query) => target + query));
    const answers = await Promise.all(targets.map((target) => expectNoLeak(`${API_BASE}${target}`, init)));
    for (const status of answers) statuses.add(status);
  }
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 401, 404, 422]));
});

it('no admin reply and no other mail contains a code of a pool', async () => {
  const admin = { client: await shop.admin(), leak: SECRET };
  const read = Object.values(calls).filter(({ method, access }) => method === 'GET' && access === 'admin');
  const statuses = new Set<number>();
  for (const { path } of read)
    for (const id of path.includes(':') ? [pool.id, pool.batchId, pool.orderId] : [''])
      statuses.add(await expectNoLeak(`${API_BASE}${path.replace(':id', id)}?list=products`, {}, admin));
  expect([...statuses].sort()).toEqual([200, 404]);
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const lines = { reference: 'again', codes: `${CODE}-A\n${CODE}-D,${LINK}\n"${CODE}` };
  const batches = `${API_BASE}/admin/products/${pool.id}/batches`;
  expect(await expectNoLeak(`${batches}?dryRun=true`, json(lines), admin)).toBe(200);
  expect(await expectNoLeak(batches, json(lines), admin)).toBe(422);
  expect(await expectNoLeak(batches, json({ ...lines, reference: '' }), admin)).toBe(422);
  expect(await expectNoLeak(batches, json({ ...lines, skipRefused: true }), admin)).toBe(201);
  await shop.runJobs();
  const toOthers = shop.mails.sent.filter(({ messageId }) => !messageId.includes('delivery-'));
  expect(toOthers.length).toBeGreaterThan(0);
  expect(JSON.stringify(toOthers)).not.toMatch(SECRET);
});

it('a search by code or link finds no product', async () => {
  for (const q of [CODE, LINK, 'canary']) {
    const visitor = shop.visitor();
    expect((await visitor.call('searchProducts', { query: { q } })).body.data).toEqual([]);
    expect((await visitor.call('suggestProducts', { query: { q } })).body.data).toEqual([]);
  }
});

it('no page for visitors contains a code or link', async () => {
  const pages = ['/', '/?q=nest', '/?company=Nest', '/categories', '/company', ...ids.map((id) => `/products/${id}`)];
  const statuses = await Promise.all(pages.map((page) => expectNoLeak(page)));
  // The inactive and the deleted product have no page (404).
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 404, 404, 200, 200]);
});
