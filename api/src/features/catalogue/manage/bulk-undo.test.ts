import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAs } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { type BulkAdmin, openBulkAdmin } from '../../../testing/data/bulk-admin.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let bulkAdmin: BulkAdmin;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  bulkAdmin = await openBulkAdmin(shop);
});
afterAll(() => shop.close());

test('an undo restores each product, once, and only for the admin who made the change', async () => {
  const one = await buildProduct(shop, { price: 100 });
  const two = await buildProduct(shop, { price: 200, is_active: false });
  const before = [await bulkAdmin.row(one.id), await bulkAdmin.row(two.id)];
  const ids = [one.id, two.id];
  const { undo: id } = await bulkAdmin.bulk({ ids, action: 'edit', changes: { price: 5, expiryDate: '2098-01-01' } });
  const stranger = await shop.admin();
  const theirs = await stranger.call('adminUndoBulk', { params: { id: id ?? '' } });
  expect([theirs.status, theirs.body.code]).toEqual([409, 'UNDO_TOO_LATE']);
  expect((await bulkAdmin.undo(id)).body).toEqual({ count: 2, message: 'The change was undone' });
  for (const [index, product] of [one, two].entries()) {
    const { price_paise, expiry_date, is_active } = before[index] ?? before[0] ?? (await bulkAdmin.row(one.id));
    expect(await bulkAdmin.row(product.id)).toMatchObject({ price_paise, expiry_date, is_active });
  }
  expect((await bulkAdmin.undo(id)).body.code).toBe('UNDO_TOO_LATE');
  expect(await bulkAdmin.audit(one.id)).toEqual(['product.updated', 'product.change-undone']);
  const log = (await bulkAdmin.admin.call('adminListAudit', { query: { q: one.id } })).body.data;
  expect(log.map(({ details }) => details.title)).toEqual([one.title, one.title]);
});

test('an undo restores a deleted product', async () => {
  const { id } = await buildProduct(shop, { title: 'Regretted' });
  const { body } = await bulkAdmin.admin.call('adminDeleteProduct', { params: { id } });
  expect((await shop.visitor().call('findProduct', { params: { id } })).status).toBe(404);
  await bulkAdmin.undo(body.undo);
  expect((await shop.visitor().call('findProduct', { params: { id } })).status).toBe(200);
  expect((await bulkAdmin.admin.call('adminListProducts', { query: { q: 'Regretted' } })).body.pagination.total).toBe(
    1,
  );
});

test('an undo skips products that were changed since, and reports them', async () => {
  const [one, two] = [await buildProduct(shop, { price: 100 }), await buildProduct(shop, { price: 100 })];
  const { undo: id } = await bulkAdmin.bulk({ ids: [one.id, two.id], action: 'edit', changes: { price: 5 } });
  await bulkAdmin.bulk({ ids: [two.id], action: 'edit', changes: { price: 6 } });
  expect((await bulkAdmin.undo(id)).body).toMatchObject({
    count: 1,
    message: expect.stringContaining('changed since'),
  });
  expect([(await bulkAdmin.row(one.id)).price_paise, (await bulkAdmin.row(two.id)).price_paise]).toEqual([10_000, 600]);
  const { undo: other } = await bulkAdmin.bulk({ ids: [one.id], action: 'edit', changes: { price: 7 } });
  await bulkAdmin.bulk({ ids: [one.id], action: 'edit', changes: { price: 8 } });
  const nothing = 'Nothing was undone: the products have been changed since';
  expect((await bulkAdmin.undo(other)).body).toEqual({ count: 0, message: nothing });
});

test('an undo tells two changes of one millisecond apart by their versions', async () => {
  const { id } = await buildProduct(shop, { price: 100 });
  await shop.pool.query("update products set updated_at = '2099-01-01 00:00:00.123456+00' where id = $1", [id]);
  const change = (price: number) => bulkAdmin.bulk({ ids: [id], action: 'edit', changes: { price } });
  const [first, second] = [await change(5), await change(6)];
  expect((await bulkAdmin.row(id)).updated_at.getUTCFullYear()).toBe(2099);
  expect((await bulkAdmin.undo(first.undo)).body.count).toBe(0);
  expect((await bulkAdmin.undo(second.undo)).body.count).toBe(1);
  expect((await bulkAdmin.row(id)).price_paise).toBe(500);
});

test('an undo is refused after an hour', async () => {
  const { id } = await buildProduct(shop);
  const done = await bulkAdmin.bulk({ ids: [id], action: 'deactivate' });
  shop.clock.advance(61 * 60_000);
  const later = await signInAs(shop, shop.url, bulkAdmin.admin.user);
  const late = await later.call('adminUndoBulk', { params: { id: done.undo ?? '' } });
  expect([late.status, late.body.code, (await bulkAdmin.row(id)).is_active]).toEqual([409, 'UNDO_TOO_LATE', false]);
});
