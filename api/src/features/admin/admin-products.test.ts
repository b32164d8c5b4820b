import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { indianDay } from '../../platform/indian-day.ts';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../testing/data/builders.ts';
import { productFields, productForm } from '../../testing/data/product-form.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const create = (overrides = {}) => admin.call('adminCreateProduct', { body: productForm(overrides) });
const update = (id: string, overrides = {}) =>
  admin.call('adminUpdateProduct', { params: { id }, body: productForm(overrides) });

const auditActions = async (subjectId: string) => {
  const rows = await shop.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('subject_id', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(rows.every((row) => row.actor_id === admin.user.id)).toBe(true);
  return rows.map((row) => row.action);
};

describe('creating a product', () => {
  test('creating a product stores and returns every field of the form', async () => {
    const reply = await create({
      code: 'SECRET-1',
      originalPrice: '999',
      details: ['Valid in India', '  ', 'No fees'],
    });
    expect(reply.status).toBe(201);
    expect(reply.body.message).toBe('Product created successfully');
    expect(reply.body.data).toMatchObject({
      title: 'Amazon gift card',
      code: 'SECRET-1',
      productLink: 'https://example.com/redeem',
      price: 499.5,
      originalPrice: 999,
      usageLimit: 3,
      details: ['Valid in India', 'No fees'],
      isActive: true,
      isSold: false,
      uploadedBy: admin.user.name,
      unitCounts: { available: 3, held: 0, sold: 0, withdrawn: 0 },
    });
    expect(await auditActions(reply.body.data._id)).toEqual(['product.created']);
  });

  test('a new product is inactive by default, with one use and without link or lists', async () => {
    const { body } = await create({
      isActive: undefined,
      usageLimit: undefined,
      productLink: '',
      details: undefined,
      subtitle: undefined,
    });
    expect(body.data).toMatchObject({ isActive: false, usageLimit: 1, productLink: null, details: [], subtitle: '' });
  });

  test('the second URL for creating a product accepts JSON', async () => {
    const reply = await admin.call('createProduct', { body: productFields({ isActive: true, price: 10 }) });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({ isActive: true, price: 10 });
  });

  test.each([
    [{ title: 'ab' }, 'title', 'Title must be between 3 and 100 characters'],
    [{ title: 'x'.repeat(101) }, 'title', 'Title must be between 3 and 100 characters'],
    [{ subtitle: 'x'.repeat(101) }, 'subtitle', 'Subtitle cannot exceed 100 characters'],
    [{ code: ' ' }, 'code', 'Code is required'],
    [{ code: 'A\u200BB' }, 'code', 'Code has characters that cannot be seen. Please type it.'],
    [{ category: '' }, 'category', 'Category is required'],
    [{ category: 'Car' }, 'category', 'Category is required'],
    [{ company: '' }, 'company', 'Company name is required'],
    [{ price: '-1' }, 'price', 'Price must be a positive number'],
    [{ price: 'abc' }, 'price', 'Price must be a positive number'],
    [{ price: '0.5' }, 'price', 'Price must be 0 or at least ₹1'],
    [{ price: '1.005' }, 'price', 'Price must be a positive number'],
    [{ usageLimit: '0' }, 'usageLimit', 'Usage limit must be at least 1'],
    [{ expiryDate: '' }, 'expiryDate', 'Expiry date is required'],
    [{ expiryDate: '2030-02-31' }, 'expiryDate', 'Expiry date is required'],
    [{ expiryDate: '2030-02-31T10:00:00Z' }, 'expiryDate', 'Expiry date is required'],
    [{ expiryDate: '2020-01-01' }, 'expiryDate', 'Expiry date cannot be in the past'],
    [{ productLink: 'javascript:alert(1)//.' }, 'productLink', 'Please enter a valid URL'],
    [{ productLink: 'https://a.example/\u0001' }, 'productLink', 'Please enter a valid URL'],
    [{ productLink: 'https://nodot' }, 'productLink', 'Please enter a valid URL'],
    [{ details: ['x'.repeat(501)] }, 'details', 'Each item can have at most 500 characters'],
  ])('creating a product refuses %j with an error at its field', async (overrides, field, message) => {
    const reply = await create(overrides);
    expect(reply.status).toBe(422);
    expect(reply.body.code).toBe('VALIDATION_FAILED');
    expect(reply.body.errors).toEqual({ [field]: message });
  });

  test.each(['05-06-2099', '05/06/2099', '2099/06/05', '5-Jun-99', '2099', 'Voucher 2099', '2099-06-05T10:00'])(
    'the ambiguous expiry date %s is refused',
    async (expiryDate) => {
      const { status, body } = await create({ expiryDate });
      const expected = 'Write the expiry date as year-month-day, such as 2026-12-31';
      expect([status, body.errors]).toEqual([422, { expiryDate: expected }]);
    },
  );

  test('lists may be repeated, single or indexed form fields, and flags may be 1 and 0', async () => {
    const lists = { details: undefined, howToRedeem: undefined, termsAndConditions: undefined };
    const form = productForm({ ...lists, isActive: '1', isOneTimeUse: '0' });
    for (const index of [2, 0, 1]) form.append(`termsAndConditions[${index}]`, `term ${index}`);
    for (const item of ['one', 'two', 'three']) form.append('details', item);
    form.append('howToRedeem', 'only');
    // A browser sends an empty file field if no file was chosen.
    form.append('images', new Blob([]), '');
    const { body } = await admin.call('adminCreateProduct', { body: form });
    expect(body.data).toMatchObject({
      details: ['one', 'two', 'three'],
      howToRedeem: ['only'],
      termsAndConditions: ['term 0', 'term 1', 'term 2'],
      images: [],
      isActive: true,
      isOneTimeUse: false,
    });
  });

  test('an expiry date lasts until the end of that day in India and may be today', async () => {
    const today = indianDay(shop.clock.now());
    const { status, body } = await create({ expiryDate: today });
    expect(status).toBe(201);
    expect(body.data.expiryDate).toBe(new Date(`${today}T23:59:59.999+05:30`).toISOString());
    const yesterday = indianDay(new Date(shop.clock.now().getTime() - 86_400_000));
    expect((await create({ expiryDate: yesterday })).status).toBe(422);
  });

  test('saving a code that another product on sale delivers returns a note', async () => {
    const plain = 'Product created successfully';
    const first = await create({ code: 'TWICE' });
    expect(first.body.message).toBe(plain);
    const second = await create({ code: 'TWICE' });
    expect(second.status).toBe(201);
    expect(second.body.message).toBe(`${plain}. Note: another product on sale delivers the same code.`);
    for (const { body } of [first, second]) await admin.call('adminDeleteProduct', { params: { id: body.data._id } });
    expect((await create({ code: 'TWICE' })).body.message).toBe(plain);
  });

  test('creating a product ignores id, rating and owner, and keeps script as text', async () => {
    const id = newId();
    const script = '<script>alert(1)</script>';
    const { body } = await create({
      _id: id,
      isSold: 'true',
      rating: '5',
      uploadedBy: 'x',
      title: script,
      __proto__: 'x',
    });
    expect(body.data).toMatchObject({ isSold: false, rating: null, uploadedBy: admin.user.name, title: script });
    expect(body.data._id).not.toBe(id);
  });
});

describe('changing a product', () => {
  test('updating a product writes an audit entry with field names but no codes', async () => {
    const { body } = await create({ code: 'BEFORE' });
    const id = body.data._id;
    const reply = await update(id, { code: 'AFTER', title: 'New title', updatedAt: body.data.updatedAt });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      message: 'Product updated successfully',
      data: { title: 'New title', code: 'AFTER' },
    });
    expect(Date.parse(reply.body.data.updatedAt)).toBeGreaterThan(Date.parse(body.data.updatedAt));
    const entry = await shop.db
      .selectFrom('audit_log')
      .select('details')
      .where('subject_id', '=', id)
      .where('action', '=', 'product.updated')
      .executeTakeFirstOrThrow();
    expect(entry.details).toEqual({ title: 'New title', changed: ['title', 'goods'] });
  });

  test('the second of two concurrent updates is refused and overwrites nothing', async () => {
    const { body } = await create();
    const { _id: id, updatedAt } = body.data;
    const replies = await Promise.all([
      update(id, { title: 'By the first', updatedAt }),
      update(id, { title: 'By the second', updatedAt }),
    ]);
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([200, 409]);
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.body.code).toBe('EDIT_CONFLICT');
    const winner = replies.find((reply) => reply.status === 200);
    const now = await admin.call('adminFindProduct', { params: { id } });
    expect(now.body.data.title).toBe(winner?.body.data.title);
  });

  test('an update may keep a past expiry but not set another past day', async () => {
    const product = await buildProduct(shop, { expiry_date: new Date('2024-05-05T10:00:00Z') });
    const { status, body } = await update(product.id, { expiryDate: '2024-05-05' });
    expect([status, body.data?.expiryDate]).toEqual([200, '2024-05-05T10:00:00.000Z']);
    expect((await update(product.id, { expiryDate: '2024-05-06' })).body.errors).toEqual({
      expiryDate: 'Expiry date cannot be in the past',
    });
  });

  test('an unknown or deleted product is not found', async () => {
    expect((await update(newId())).body.message).toBe('Product not found');
    const product = await buildProduct(shop, { deleted_at: new Date() });
    expect((await update(product.id)).status).toBe(404);
    expect((await admin.call('adminFindProduct', { params: { id: product.id } })).status).toBe(404);
  });

  test('the second URL for updating a product works too', async () => {
    const { body } = await create();
    const reply = await admin.call('updateProduct', {
      params: { id: body.data._id },
      body: productForm({ title: 'Put there' }),
    });
    expect(reply.body.data.title).toBe('Put there');
  });
});

describe('opening and deleting a product', () => {
  test('opening a product shows its code and is recorded as a reveal', async () => {
    const product = await buildProduct(shop, { code: 'SEE-ME', productLink: 'https://a.example/b' });
    const { body } = await admin.call('adminFindProduct', { params: { id: product.id } });
    expect(body.data).toMatchObject({ code: 'SEE-ME', productLink: 'https://a.example/b' });
    expect(await auditActions(product.id)).toEqual(['product.code-revealed']);
  });

  test.each(['adminDeleteProduct', 'deleteProduct'] as const)(
    '%s removes the product from every list at once',
    async (name) => {
      const product = await buildProduct(shop, { title: `Unique ${name}` });
      const reply = await admin.call(name, { params: { id: product.id } });
      expect(reply.body.message).toBe('Product deleted successfully');
      expect((await admin.call('adminListProducts', { query: { q: product.title } })).body.data).toEqual([]);
      expect((await shop.visitor().call('findProduct', { params: { id: product.id } })).status).toBe(404);
      expect((await admin.call(name, { params: { id: product.id } })).status).toBe(404);
      expect(await auditActions(product.id)).toEqual(['product.deleted']);
    },
  );
});

describe('the list', () => {
  const titles = async (query: Record<string, string | number>) => {
    const { body } = await admin.call('adminListProducts', { query: { q: 'Shelf', ...query } });
    return body.data.map((product) => product.title);
  };

  test('the product list has filters, sort orders, search and pages, but no codes', async () => {
    const day = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000);
    await buildProduct(shop, {
      title: 'Shelf B',
      price: 30,
      createdAt: day(-3),
      expiry_date: day(10),
      code: 'CANARY-1',
    });
    await buildProduct(shop, { title: 'shelf a', price: 10, createdAt: day(-2), expiry_date: day(-1), units: 2 });
    await buildProduct(shop, { title: 'Shelf C', price: 20, createdAt: day(-1), is_active: false, units: 0 });
    expect(await titles({})).toEqual(['Shelf C', 'shelf a', 'Shelf B']);
    expect(await titles({ sort: 'oldest' })).toEqual(['Shelf B', 'shelf a', 'Shelf C']);
    expect(await titles({ sort: 'title' })).toEqual(['shelf a', 'Shelf B', 'Shelf C']);
    expect(await titles({ sort: 'price-asc' })).toEqual(['shelf a', 'Shelf C', 'Shelf B']);
    expect(await titles({ sort: 'price-desc' })).toEqual(['Shelf B', 'Shelf C', 'shelf a']);
    const rate = (title: string, rating_sum: number) =>
      shop.db.updateTable('products').set({ rating_sum, rating_count: 2 }).where('title', '=', title).execute();
    await Promise.all([rate('Shelf B', 8), rate('shelf a', 9)]);
    expect(await titles({ sort: 'rating' })).toEqual(['shelf a', 'Shelf B', 'Shelf C']);
    expect(await titles({ sort: 'expiring' })).toEqual(['shelf a', 'Shelf B', 'Shelf C']);
    expect(await titles({ status: 'active' })).toEqual(['shelf a', 'Shelf B']);
    expect(await titles({ status: 'inactive' })).toEqual(['Shelf C']);
    expect(await titles({ status: 'sold-out' })).toEqual(['Shelf C']);
    expect(await titles({ status: 'expired' })).toEqual(['shelf a']);
    expect(await titles({ category: 'Coupon' })).toEqual([]);
    for (const page of [1, 2, 3, 4])
      expect(await titles({ page, limit: 1 })).toEqual([['Shelf C'], ['shelf a'], ['Shelf B'], []][page - 1]);
    const { body } = await admin.call('adminSearchProducts', { query: { q: 'shelf', limit: 2 } });
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
    expect(body.data[1]?.unitCounts).toEqual({ available: 2, expired: 0, held: 0, sold: 0, withdrawn: 0 });
    expect(JSON.stringify(body)).not.toMatch(/CANARY|"code"|"productLink"/);
  });

  test('the search text of the product list is literal', async () => {
    await buildProduct(shop, { title: '100%_off\\deal' });
    expect(await titles({ q: '100%_off\\deal' })).toEqual(['100%_off\\deal']);
    expect(await titles({ q: '100_' })).toEqual([]);
    expect(await titles({ q: "'; drop table products; --" })).toEqual([]);
  });
});
