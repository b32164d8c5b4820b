import { API_BASE, type CallName, calls } from '@shop/contract/calls/calls';
import type { Endpoint } from '@shop/contract/calls/endpoint';
import { endpoints } from '@shop/contract/calls/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_PREFIX } from '../features/payments/provider/open-providers.ts';
import { newId } from '../platform/ids.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Another site cannot make a signed-in browser change anything (CSRF, row 22). */
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const changes = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method !== 'GET');
const json = { 'content-type': 'application/json' };

/** Headers that browsers send with requests of another site. */
const attacks: Record<string, Record<string, string>> = {
  'a form of another site': { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
  'a multipart form of another site': {
    origin: 'https://evil.example',
    'content-type': 'multipart/form-data; boundary=x',
  },
  'a fetch of another site': { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a page of a neighbouring host': { ...json, 'sec-fetch-site': 'same-site' },
  'a page without an origin': { ...json, origin: 'null' },
  'JSON sent as text': { 'content-type': 'text/plain' },
};

describe.each(Object.entries(attacks))('%s', (_, headers) => {
  it('another site cannot make any change', async () => {
    const admin = await shop.admin();
    for (const name of changes.filter((change) => calls[change].access !== 'provider')) {
      const path = calls[name].path.replace(/:\w+/g, newId());
      const { status, body } = await admin.fetch<{ code?: string }>(`${API_BASE}${path}`, {
        method: calls[name].method,
        headers,
        body: '{}',
      });
      expect([name, status, body.code]).toEqual([name, 403, 'CROSS_SITE_REQUEST']);
    }
    expect((await admin.call('profile')).status).toBe(200);
  });
});

it('another site cannot refresh a session by a link, image or fetch', async () => {
  const { path } = calls.refreshSession;
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ];
  for (const from of elsewhere) {
    const browser = await shop.customer();
    const before = browser.cookies.get('session');
    const { status, body } = await browser.fetch<{ code?: string }>(`${API_BASE}${path}`, { headers: from });
    expect([status, body.code, browser.cookies.get('session')]).toEqual([403, 'CROSS_SITE_REQUEST', before]);
    const own = await browser.fetch(`${API_BASE}${path}`, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(own.status).toBe(200);
  }
});

describe('reads that reveal codes or export data', () => {
  const reads = (Object.keys(endpoints) as CallName[]).filter((name) => calls[name].method === 'GET');
  const sensitive = reads.filter((name) => {
    const { needsProof, reply }: Endpoint = endpoints[name];
    return needsProof || typeof reply === 'string';
  });
  const pathOf = (name: CallName, id: string) => `${API_BASE}${calls[name].path.replace(':id', id)}`;
  const ask = async (name: CallName, id: string, headers: Record<string, string>) =>
    (await shop.admin()).fetch<{ code?: string }>(pathOf(name, id), { headers });
  const statusOfHead = async (name: CallName, id: string, headers: Record<string, string>) => {
    const cookie = [...(await shop.admin()).cookies].map((pair) => pair.join('=')).join('; ');
    return (await fetch(shop.url + pathOf(name, id), { method: 'HEAD', headers: { ...headers, cookie } })).status;
  };
  const audited = () => shop.db.selectFrom('audit_log').select('id').execute();

  it('every sensitive read declares refusesCrossSite', () => {
    const declared = reads.filter((name) => (endpoints[name] as Endpoint).refusesCrossSite);
    expect(declared.toSorted()).toEqual([...sensitive, 'refreshSession'].toSorted());
    expect(sensitive.toSorted()).toEqual([
      'adminExportBatchOrders',
      'adminExportOrders',
      'adminExportProducts',
      'adminFindProduct',
    ]);
  });

  it.each(sensitive)('%s refuses a link, image and fetch of another site', async (name) => {
    const { id } = await buildProduct(shop);
    const before = await audited();
    for (const site of ['cross-site', 'same-site'])
      for (const mode of ['navigate', 'no-cors', 'cors']) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
        const { status, body } = await ask(name, id, headers);
        expect([site, mode, status, body.code]).toEqual([site, mode, 403, 'CROSS_SITE_REQUEST']);
      }
    expect((await ask(name, id, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await statusOfHead(name, id, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await audited()).toEqual(before);
  });

  it.each(sensitive)('%s answers the shop, a typed URL and a program', async (name) => {
    const { id } = await buildProduct(shop);
    // The id is a product's and not a batch's, so the handler answers 404.
    const status = name === 'adminExportBatchOrders' ? 404 : 200;
    const allowed: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}];
    for (const headers of allowed) expect([headers, (await ask(name, id, headers)).status]).toEqual([headers, status]);
  });
});

it('the webhook of the provider is exempt from the cross-site check', async () => {
  const headers = { ...json, 'sec-fetch-site': 'cross-site' };
  const { status } = await shop.visitor().call('razorpayWebhook', { body: {}, headers });
  expect(status).toBe(400);
});

it('the sandbox refuses a payment from another site', async () => {
  const pay = (headers: Record<string, string>) =>
    shop.visitor().fetch<object>(`${SANDBOX_PREFIX}/v1/checkout/pay`, { method: 'POST', headers, body: '{}' });
  const elsewhere = { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await pay(elsewhere)).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } });
  expect(await pay({ ...json, origin: shop.url })).toMatchObject({
    status: 400,
    body: { error: { code: 'BAD_REQUEST_ERROR', field: 'key_id' } },
  });
});

describe('the own origin', () => {
  it('without PUBLIC_URL, only the host and port of the request may make changes', async () => {
    const browser = await shop.customer();
    const from = async (headers: Record<string, string>) =>
      (await browser.call('updateProfile', { body: { name: 'Asha Rao' }, headers })).status;
    expect(await from({ origin: shop.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await from({ origin: 'http://127.0.0.1:1' })).toBe(403);
  });

  it('with PUBLIC_URL, only its origin may make changes', async () => {
    const configured = await openTestShop({ PUBLIC_URL: 'https://shop.example' });
    try {
      const from = async (origin: string) => {
        const browser = await configured.customer();
        return (await browser.call('updateProfile', { body: { name: 'Asha Rao' }, headers: { origin } })).status;
      };
      expect(await from('https://shop.example')).toBe(200);
      for (const origin of [configured.url, 'http://shop.example', 'https://shop.example.evil.example'])
        expect([origin, await from(origin)]).toEqual([origin, 403]);
    } finally {
      await configured.close();
    }
  });
});
