import { type CallName, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { buildProduct, buildUser } from '../../testing/data/builders.ts';
import { buildPool } from '../../testing/data/pools.ts';
import { productFields, productForm } from '../../testing/data/product-form.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  await buildProduct(shop);
  await buildUser(shop);
});
afterAll(() => shop.close());

const payloads = [
  "'; drop table users; --",
  "' or '1'='1",
  '1) union select password_hash from users --',
  '{"$gt":""}',
  '%',
  '_',
  '\\',
  'a\u0000b',
  '\ud800',
];
/** Each list with the name of its search parameter. */
const lists = {
  adminListProducts: 'q',
  adminSearchProducts: 'q',
  adminExportProducts: 'q',
  adminListOrders: 'q',
  adminExportOrders: 'q',
  adminListCustomers: 'search',
  adminListUsers: 'search',
  adminListBatches: 'q',
  listContacts: 'q',
  adminListAudit: 'q',
} satisfies Partial<Record<CallName, string>>;
const filters = ['q', 'search', 'status', 'category', 'sort', 'page', 'limit'];

describe('hostile text (fault 19)', () => {
  test.each(Object.entries(lists) as [keyof typeof lists, string][])(
    '%s treats hostile filters as text',
    async (name, searchBox) => {
      for (const filter of filters)
        for (const payload of payloads) {
          const { status, body } = await admin.call(name, { query: { [filter]: payload } });
          expect([filter, payload, status]).toEqual([filter, payload, expect.toBeOneOf([200, 422])]);
          if (filter !== searchBox || status !== 200) continue;
          const found = typeof body === 'string' ? body.trimEnd().split('\r\n').length - 1 : body.data.length;
          expect([filter, payload, found]).toEqual([filter, payload, 0]);
        }
    },
  );

  test('hostile text in the product form is stored unchanged', async () => {
    const text = "'; drop table products; -- {{7*7}} <img src=x onerror=alert(1)>";
    const fields = { title: text, subtitle: text, company: text, code: text, details: [text], howToRedeem: [text] };
    const { status, body } = await admin.call('adminCreateProduct', { body: productForm(fields) });
    expect(status).toBe(201);
    expect(body.data).toMatchObject(fields);
  });

  test.each(['title', 'company', 'code', 'subtitle'])('a NUL character in %s is no fault', async (field) => {
    const reply = await admin.call('createProduct', { body: productFields({ [field]: 'abc\u0000def' }) });
    expect(reply.status).toBeLessThan(500);
  });
});

test('a lone surrogate in any text field is refused with 422', async () => {
  const { id } = await buildPool(shop);
  const half = 'abc\ud800';
  const replies = [
    await admin.call('createProduct', { body: productFields({ title: half }) }),
    await admin.call('adminImportProducts', {
      body: { products: `Title,Company,Category,Price,Expiry Date,Stock\n${half},Acme,Voucher,1,2099-01-02,pool` },
    }),
    await admin.call('adminImportBatch', { params: { id }, body: { reference: half, codes: 'CODE-1' } }),
    await admin.call('adminRecallBatch', { params: { id: newId() }, body: { reason: half } }),
  ];
  const expected = [422, 'The text contains characters that cannot be stored.'];
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual(replies.map(() => expected));
});

describe('hostile bodies (fault 20)', () => {
  const changes = (Object.keys(calls) as CallName[]).filter(
    (name) => calls[name].access === 'admin' && calls[name].method !== 'GET' && calls[name].method !== 'DELETE',
  );
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;

  test.each(changes)('%s answers hostile bodies with 4xx', async (name) => {
    const path = calls[name].path.replace(':id', newId());
    const send = async (body: string) =>
      (
        await admin.fetch(`/api/v1${path}`, {
          method: calls[name].method,
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status;
    for (const body of [
      deep,
      JSON.stringify({ title: 'x'.repeat(5_000_000) }),
      '{"__proto__":{"role":"admin"}}',
      '[]',
      '{',
    ])
      expect([body.slice(0, 20), await send(body)]).toEqual([
        body.slice(0, 20),
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ]);
  });

  test('a form with too many or too long fields is refused', async () => {
    const form = productForm();
    for (let index = 0; index < 400; index++) form.append(`x${index}`, 'x');
    expect((await admin.call('adminCreateProduct', { body: form })).status).toBe(413);
    const long = productForm({ details: ['x'.repeat(30_000)] });
    expect((await admin.call('adminCreateProduct', { body: long })).status).toBe(413);
  });
});
