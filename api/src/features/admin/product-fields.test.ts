import type { ProductField } from '@shop/contract/product-fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { productForm } from '../../testing/product-form.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { normalizeProductTexts } from '../catalogue/search.queries.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const code = 'STAYS';

/** None is what the form has otherwise. */
const changes = {
  title: 'Another title',
  subtitle: 'Another subtitle',
  company: 'Flipkart',
  category: 'Voucher',
  details: ['Another detail'],
  howToRedeem: ['Another way'],
  termsAndConditions: ['Another term'],
  price: 10.5,
  originalPrice: 20,
  expiryDate: '2098-12-31T18:29:59.999Z',
  isOneTimeUse: true,
  maxPerCustomer: 3,
  lowStockAt: 7,
  isActive: false,
} satisfies Record<ProductField, unknown>;

test('a change of each plain field is stored, and recorded under its name once', async () => {
  const admin = await shop.admin();
  const { body } = await admin.call('adminCreateProduct', { body: productForm({ code }) });
  const params = { id: body.data._id };
  const save = () => admin.call('adminUpdateProduct', { params, body: productForm({ code, ...changes }) });
  expect((await save()).body.data).toMatchObject(changes);
  await save();

  const log = await shop.db
    .selectFrom('audit_log')
    .select('details')
    .where('subject_id', '=', params.id)
    .where('action', '=', 'product.updated')
    .orderBy('at')
    .execute();
  expect(log.map(({ details }) => new Set(details.changed as string[]))).toEqual([
    new Set(Object.keys(changes)),
    new Set(),
  ]);
});

// Keyboards write a letter with a mark as one sign or as two; nobody can see which.
const oneSign = { bazaar: 'बा\u095bार', cafe: 'Caf\u00e9' };
const twoSigns = { bazaar: 'बा\u091c\u093cार', cafe: 'Cafe\u0301' };

test.each([
  ['one sign', oneSign, twoSigns],
  ['two signs', twoSigns, oneSign],
])('a letter with a mark that was written as %s is found by the other way', async (_, written, sought) => {
  const admin = await shop.admin();
  const company = `${written.cafe} ${written.bazaar}`;
  const { body } = await admin.call('adminCreateProduct', { body: productForm({ title: company, company }) });
  expect(body.data.company).toBe(company.normalize());
  for (const q of Object.values(sought))
    for (const found of [
      await shop.visitor().call('searchProducts', { query: { q } }),
      await admin.call('adminListProducts', { query: { q } }),
    ])
      expect([q, found.body.data.map(({ _id }) => _id)]).toEqual([q, expect.arrayContaining([body.data._id])]);
});

test('a product that was saved before, as a keyboard wrote it, is found again after the night', async () => {
  const admin = await shop.admin();
  const old = await buildProduct(shop, { title: `Old ${oneSign.bazaar}`, company: twoSigns.cafe });
  const find = async (q: string) => (await admin.call('adminListProducts', { query: { q } })).body.data;
  expect(await find(`old ${oneSign.bazaar}`)).toEqual([]);
  await normalizeProductTexts(shop.db);
  for (const { bazaar } of [oneSign, twoSigns])
    expect(await find(`old ${bazaar}`)).toMatchObject([{ _id: old.id, company: oneSign.cafe }]);
});
