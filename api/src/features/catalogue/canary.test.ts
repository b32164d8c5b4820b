import { API_BASE, calls } from '@shop/contract/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

/** Codes and links are the goods: planted in products of every state, they must come out of no public answer. */

const CODE = 'CANARY-7F3A-CODE';
const LINK = 'https://canary-7f3a.example/claim';
const LEAK = /canary-7f3a|productLink/i;

let shop: TestShop;
let ids: string[];
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
});
afterAll(() => shop.close());

async function expectNoLeak(path: string, init: RequestInit = {}): Promise<number> {
  const { status, headers, body } = await shop.visitor().fetch(path, init);
  const answer = JSON.stringify([body, Object.fromEntries(headers)]);
  expect([path, LEAK.exec(answer)?.[0]]).toEqual([path, undefined]);
  return status;
}

it('reaches its buyer, where the sweep below would notice it', async () => {
  const product = await buildProduct(shop, { code: CODE, productLink: LINK, price: 0 });
  const buyer = await shop.customer();
  const { body } = await buyer.call('createOrder', { body: { productId: product.id, amount: 0, quantity: 1 } });
  expect(JSON.stringify(body)).not.toMatch(LEAK);
  const revealed = await buyer.call('revealOrder', { params: { id: body.order._id } });
  expect(revealed.body.data).toEqual({ codes: [CODE], productLink: LINK });
  expect(JSON.stringify(revealed.body)).toMatch(LEAK);
});

it('no call that a visitor can make answers with it, whatever it is asked', async () => {
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

it('no search finds a product by its code or link', async () => {
  for (const q of [CODE, LINK, 'canary']) {
    const visitor = shop.visitor();
    expect((await visitor.call('searchProducts', { query: { q } })).body.data).toEqual([]);
    expect((await visitor.call('suggestProducts', { query: { q } })).body.data).toEqual([]);
  }
});

it('no page that a visitor can open holds it', async () => {
  const pages = ['/', '/?q=nest', '/?company=Nest', '/categories', '/company', ...ids.map((id) => `/products/${id}`)];
  const statuses = await Promise.all(pages.map((page) => expectNoLeak(page)));
  // The inactive and the deleted product have no page.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 404, 404, 200]);
});
