import { Agent, get, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { newId } from '../platform/ids.ts';
import { createMetrics } from '../platform/telemetry/metrics.ts';
import type { Shop } from '../shop.ts';
import { TestClient } from '../testing/clients/test-client.ts';
import { signedInClient } from '../testing/clients/test-sessions.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let id: string;
beforeAll(async () => {
  shop = await openTestShop({ SHARED_ANSWERS_MB: '8' }, { web: true });
  for (const company of ['Acme', 'Bolt']) for (let n = 0; n < 15; n += 1) await buildProduct(shop, { company });
  ({ id } = await buildProduct(shop, { title: 'Shared tea' }));
});
afterAll(() => shop.close());

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Reply>((resolve, reject) => {
    request(`${shop.url}${path}`, { method, headers })
      .once('error', reject)
      .once('response', async (reply) =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) }),
      )
      .end();
  });
const measured = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await shop.metrics.registry.metrics())?.[1] ?? Number.NaN);
const found = () => measured('shared_answers_found');

const shared = (): string[] => [
  `${API_BASE}/products`,
  `${API_BASE}/products?limit=3&page=2&sort=price-asc`,
  `${API_BASE}/products?category=Voucher&company=Acme&minPrice=1&maxPrice=1000`,
  `${API_BASE}/products/search?q=shraed%20tea`,
  `${API_BASE}/products/suggest?q=sha`,
  `${API_BASE}/products/facets?company=Bolt`,
  `${API_BASE}/products/${id}`,
  `${API_BASE}/products/${id}/similar`,
  '/',
  '/?q=tea&page=1&utm_source=mail',
  `/products/${id}`,
  '/categories',
  '/company',
  '/about',
  '/terms-and-conditions',
];

it('a cached answer has the request id of its own request', async () => {
  const headers = { 'x-request-id': 'from-the-edge-1' };
  const path = `${API_BASE}/products?limit=7`;
  const before = await found();
  const replies = [await ask(path, headers), await ask(path, headers)];
  expect(replies.map((reply) => reply.headers['x-request-id'])).toEqual(['from-the-edge-1', 'from-the-edge-1']);
  expect(await found()).toBe(before + 1);
});

it('shared answers have the same bytes and headers as unshared ones', async () => {
  const plain = await createApp({ ...shop, config: { ...shop.config, SHARED_ANSWERS_MB: 0 } }, { web: true });
  try {
    for (const path of shared()) {
      const truth = await plain.inject(path);
      expect([path, truth.statusCode]).toEqual([path, 200]);
      for (const reply of [await ask(path), await ask(path)]) {
        expect([path, reply.status, reply.body.toString()]).toEqual([path, 200, truth.body]);
        expect(reply.headers['content-type']).toBe(truth.headers['content-type']);
        for (const name of Object.keys(truth.headers))
          if (/policy|^x-|security/.test(name) && name !== 'x-request-id')
            expect([path, name, reply.headers[name]]).toEqual([path, name, truth.headers[name]]);
        expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=1');
        expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
  } finally {
    await plain.close();
  }
});

it('repeated requests are answered from the memory', async () => {
  const before = await found();
  await Promise.all(Array.from({ length: 20 }, () => ask(`${API_BASE}/products?limit=7`)));
  for (let n = 0; n < 20; n += 1) await ask(`${API_BASE}/products?limit=7`);
  expect(await found()).toBeGreaterThan(before);
});

describe.each([
  ['the API', () => `${API_BASE}/products`],
  ['a page', () => '/'],
])('%s', (_, path) => {
  it('a shared answer has its own strong ETag plain, as gzip and as brotli', async () => {
    const [identity, gzip, br] = await Promise.all([
      ask(path()),
      ask(path(), { 'accept-encoding': 'gzip, deflate' }),
      ask(path(), { 'accept-encoding': 'gzip, deflate, br' }),
    ]);
    expect([
      identity.headers['content-encoding'],
      gzip.headers['content-encoding'],
      br.headers['content-encoding'],
    ]).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.body)).toEqual(identity.body);
    expect(brotliDecompressSync(br.body)).toEqual(identity.body);
    const tags = [identity, gzip, br].map(({ headers }) => headers.etag ?? '');
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    for (const { headers } of [identity, gzip, br]) expect(headers.vary).toContain('accept-encoding');
    expect((await ask(path(), { 'accept-encoding': 'br;q=0, gzip;q=0.5' })).headers['content-encoding']).toBe('gzip');
    expect((await ask(path(), { 'accept-encoding': 'gzip;q=0, identity' })).headers['content-encoding']).toBe(
      undefined,
    );
  });

  it('a shared answer with a matching If-None-Match is answered 304', async () => {
    const { headers } = await ask(path(), { 'accept-encoding': 'br' });
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const reply = await ask(path(), { 'if-none-match': tag ?? '', 'accept-encoding': 'br' });
      expect([tag, reply.status, reply.body.length, reply.headers.etag]).toEqual([tag, 304, 0, headers.etag]);
      expect(reply.headers['cache-control']).toBe(headers['cache-control']);
    }
    expect((await ask(path(), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('HEAD gets the headers of a shared answer without its body', async () => {
    const [whole, head] = [await ask(path()), await ask(path(), {}, 'HEAD')];
    expect(head.body).toHaveLength(0);
    const named = ({ headers }: Reply) => [headers.etag, headers['content-length'], headers['content-type']];
    expect([head.status, named(head)]).toEqual([200, named(whole)]);
  });
});

it('different spellings of one request share an answer', async () => {
  const made = () => measured('shared_answers_made');
  const ways = ['', '?page=1', '?limit=20', '?limit=20&page=1', '?page=1&limit=20&utm_source=x', '?nonsense'];
  await ask(`${API_BASE}/products`);
  const replies = await Promise.all(ways.map((way) => ask(`${API_BASE}/products${way}`)));
  expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
  const before = await made();
  await Promise.all(Array.from({ length: 200 }, (_, n) => ask(`${API_BASE}/products/${id}?n=${n}`)));
  // One answer, and its renewals during the test.
  expect((await made()) - before).toBeLessThan(50);
});

it('a DELETE at the URL of a cached answer does not get that answer', async () => {
  const path = `${API_BASE}/products/${id}`;
  for (const method of ['GET', 'DELETE', 'GET', 'DELETE'])
    expect([method, (await ask(path, {}, method)).status]).toEqual([method, method === 'GET' ? 200 : 401]);
});

it('a refused call does not clear the cache or stop replica reads', async () => {
  const seen = { changes: 0 };
  const metrics = createMetrics();
  const moment = shop.clock.now();
  const replicas: Shop['replicas'] = {
    begin: () => ({ db: shop.db, behindMs: () => 0 }),
    recordChange: () => {
      seen.changes += 1;
    },
    close: async () => {},
  };
  const app = await createApp({ ...shop, metrics, replicas, clock: { now: () => moment } }, { web: false });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const visitor = new TestClient(url);
  const [customer, admin] = [
    await signedInClient(shop, url, { role: 'customer' }),
    await signedInClient(shop, url, { role: 'admin' }),
  ];
  const isRepeated = async () => {
    const repeated = async () => Number(/^shared_answers_found (\d+)/m.exec(await metrics.registry.metrics())?.[1]);
    const before = await repeated();
    await visitor.call('listProducts');
    return (await repeated()) > before;
  };
  await isRepeated();
  expect(await isRepeated()).toBe(true);

  const adminChanges = Object.values(calls).filter(({ access, method }) => access === 'admin' && method !== 'GET');
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  for (const { path, method } of adminChanges)
    for (const [client, headers, status] of [
      [visitor, {}, 401],
      [customer, {}, 403],
      [admin, elsewhere, 403],
    ] as const) {
      const reply = await client.fetch(`${API_BASE}${path.replace(/:\w+/g, newId())}`, { method, headers });
      expect([method, path, reply.status]).toEqual([method, path, status]);
    }
  expect((await admin.call('adminDeleteProduct', { params: { id: newId() } })).status).toBe(404);
  expect([await isRepeated(), seen]).toEqual([true, { changes: 0 }]);

  expect((await admin.call('adminDeleteProduct', { params: { id: (await buildProduct(shop)).id } })).status).toBe(200);
  expect([await isRepeated(), seen]).toEqual([false, { changes: 1 }]);
  await app.close();
});

it('a failure is not shared', async () => {
  const later = newId();
  for (const path of [`${API_BASE}/products/${later}`, `/products/${later}`])
    expect((await ask(path)).status).toBe(404);
  for (const path of [`${API_BASE}/products?page=0`, `${API_BASE}/products?minPrice=2&maxPrice=1`])
    for (const reply of [await ask(path), await ask(path)]) {
      expect([reply.status, JSON.parse(String(reply.body)).code]).toEqual([422, 'VALIDATION_FAILED']);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  await shop.pool.query(
    `insert into products (id, title, company, category, price_paise, expiry_date, is_active, is_sold)
     values ($1, 'Came later', 'Acme', 'Other', 100, now() + interval '1 day', true, true)`,
    [later],
  );
  for (const path of [`${API_BASE}/products/${later}`, `/products/${later}`])
    expect((await ask(path)).status).toBe(200);
});

it('a shared page has the theme of its visitor', async () => {
  const themeOf = async (cookie: string) => {
    const reply = await ask('/', cookie ? { cookie } : {});
    expect(reply.headers.vary).toContain('cookie');
    return /<html[^>]*data-theme="(\w+)"/.exec(String(reply.body))?.[1];
  };
  for (let round = 0; round < 3; round += 1) {
    expect(await themeOf('a=b; theme=dark')).toBe('dark');
    expect(await themeOf('theme=light; c=d')).toBe('light');
    expect(await themeOf('')).toBeUndefined();
    expect(await themeOf('theme=pink')).toBeUndefined();
    expect(await themeOf('mytheme=dark; theme="><script>')).toBeUndefined();
    expect(await themeOf('theme=dark; __Host-theme=light')).toBe('light');
    expect(await themeOf('theme=dark; __Host-theme=system')).toBeUndefined();
  }
});

it('shared answers hold no personal data, and personal answers are not shared', async () => {
  const [asha, ravi] = [await shop.customer({ name: 'Asha Rao' }), await shop.customer({ name: 'Ravi Iyer' })];
  const visitor = shop.visitor();
  const personal = ['/auth/me', '/auth/profile', '/orders/my-orders'].map((path) => `${API_BASE}${path}`);
  const told = new Map<string, string>();
  for (let round = 0; round < 3; round += 1)
    for (const client of [asha, visitor, ravi, visitor]) {
      for (const path of shared()) {
        const { status, headers, body } = await client.fetch(path);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        expect([path, status, headers.getSetCookie()]).toEqual([path, 200, []]);
        expect(text).not.toMatch(/Asha Rao|Ravi Iyer/);
        expect([path, text]).toEqual([path, told.get(path) ?? text]);
        told.set(path, text);
      }
      for (const path of personal) {
        const { headers, body } = await client.fetch(path);
        expect(headers.get('cache-control')).toBe('no-store');
        const others = [asha, ravi].filter((person) => person !== client).map(({ user }) => user.email);
        for (const email of others) expect(JSON.stringify(body)).not.toContain(email);
        if (path.endsWith('/profile') && client !== visitor)
          expect(JSON.stringify(body)).toContain((client as typeof asha).user.email);
      }
    }
});

it('personal pages are not shared', async () => {
  for (const path of ['/reset-password/secret-token', '/account/profile', '/admin/dashboard', '/login'])
    for (const reply of [await ask(path), await ask(path)])
      expect([path, reply.headers['cache-control']]).toEqual([path, 'no-cache']);
});

it('all unknown paths share one cached page', async () => {
  const pages = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(`/nowhere-${n}/at-all?${n}`)));
  expect(new Set(pages.map(({ headers }) => headers['cache-control']))).toEqual(
    new Set(['public, max-age=0, s-maxage=1, stale-while-revalidate=1']),
  );
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(pages.map(({ body }) => body.toString())).size).toBe(1);
  expect(pages[0]?.body.toString()).toContain('Page not found');
  expect(pages[0]?.headers['content-security-policy']).toContain("default-src 'self'");
  // A matching ETag must not turn 404 into 304.
  const again = await ask('/nowhere-else', { 'if-none-match': String(pages[0]?.headers.etag) });
  expect(again.status).toBe(404);
  // A path below a link of the header marks that link, so its page differs.
  expect((await ask('/about/x')).body.toString()).not.toBe(pages[0]?.body.toString());
});

it('shared and other answers alternate on one keep-alive connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const over = (path: string) =>
    new Promise<number>((resolve, reject) => {
      get(`${shop.url}${path}`, { agent }, async (reply) => {
        await buffer(reply);
        resolve(reply.statusCode ?? 0);
      }).once('error', reject);
    });
  const paths = [...shared(), `${API_BASE}/nowhere`, ...shared()];
  expect(await Promise.all(paths.map(over))).toEqual([...shared().map(() => 200), 404, ...shared().map(() => 200)]);
  agent.destroy();
});
