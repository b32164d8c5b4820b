import { PRICE_MAX_RUPEES } from '@shop/contract/limits/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { retryNow } from '../../../testing/checks/job-times.ts';
import { waitForBlockedQuery } from '../../../testing/checks/wait-for-blocked-query.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { type BulkAdmin, openBulkAdmin } from '../../../testing/data/bulk-admin.ts';
import { buildPool, newCodes } from '../../../testing/data/pools.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { lockProductEdits } from '../../stock/stock.service.ts';
import { listForChange } from './bulk-products.queries.ts';

let shop: TestShop;
let bulkAdmin: BulkAdmin;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  bulkAdmin = await openBulkAdmin(shop);
});
afterAll(() => shop.close());

describe('bulk actions', () => {
  test('bulk actions are audited per product and do not count missing products', async () => {
    const [one, two] = [await buildProduct(shop), await buildProduct(shop)];
    const ids = [one.id, two.id, newId()];
    expect(await bulkAdmin.bulk({ ids, action: 'deactivate' })).toMatchObject({
      message: 'Products updated successfully',
      count: 2,
    });
    expect((await shop.visitor().call('findProduct', { params: { id: one.id } })).status).toBe(404);
    expect((await bulkAdmin.bulk({ ids, action: 'activate' })).count).toBe(2);
    expect(await bulkAdmin.bulk({ ids, action: 'delete' })).toMatchObject({
      message: 'Products deleted successfully',
      count: 2,
    });
    expect((await bulkAdmin.bulk({ ids, action: 'activate' })).count).toBe(0);
    expect(await bulkAdmin.audit(two.id)).toEqual(['product.deactivated', 'product.activated', 'product.deleted']);
  });

  test.each([5, 1])('a product with %d units can be bought during a bulk edit', async (units) => {
    const product = await buildProduct(shop, { units });
    const buyer = await shop.customer();
    const { status } = await inTransaction(shop.db, async (db) => {
      await listForChange(db, [product.id], { withUnsold: false, isLocking: true });
      await db.updateTable('products').set({ category: 'Other' }).where('id', '=', product.id).execute();
      const ordered = await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
      // The job that marks the product as sold out cannot lock the row, and is retried.
      await shop.runJobs();
      return ordered;
    });
    expect(status).toBe(201);
    await retryNow(shop.pool);
    await shop.runJobs();
    const { body } = await shop.visitor().call('findProduct', { params: { id: product.id } });
    expect(body.data.isSold).toBe(units === 1);
  });

  test('a bulk edit writes at most 1000 products per statement', async () => {
    await shop.pool.query(`
      insert into products (id, title, company, category, price_paise, expiry_date)
        select gen_random_uuid(), 'Part of many ' || n, 'Acme', 'Voucher', 100, now() from generate_series(1, 1001) n;
      create table written (products int);
      create function note_written() returns trigger language plpgsql as $$ begin
        insert into written select count(*) from changed having count(*) > 0;
        return null;
      end $$;
      create trigger note_written after update on products referencing new table as changed
        execute function note_written()`);
    const change = { matching: { q: 'Part of many' }, expected: 1001, action: 'edit', changes: { category: 'Other' } };
    const done = await bulkAdmin.bulk(change);
    expect(done.count).toBe(1001);
    expect((await bulkAdmin.undo(done.undo)).body.count).toBe(1001);
    const { rows } = await shop.pool.query('select products from written order by 1');
    await shop.pool.query('drop trigger note_written on products');
    expect(rows.map(({ products }) => products)).toEqual([1, 1, 1000, 1000]);
  });

  test('a bulk action without products or valid changes is refused', async () => {
    const { id } = await buildProduct(shop);
    expect(await bulkAdmin.refusal({ ids: [], action: 'delete' })).toMatchObject([422, 'VALIDATION_FAILED', {}]);
    expect(await bulkAdmin.refusal({ action: 'delete' })).toEqual([
      422,
      'VALIDATION_FAILED',
      { ids: 'Choose the products to change' },
    ]);
    const edit = (changes: object) => bulkAdmin.refusal({ ids: [id], action: 'edit', changes });
    expect(await edit({})).toEqual([422, 'VALIDATION_FAILED', { changes: 'Choose what to change' }]);
    expect(await edit({ price: 0.5 })).toMatchObject([
      422,
      'VALIDATION_FAILED',
      { changes: 'Price must be 0 or at least ₹1' },
    ]);
    expect(await edit({ price: 5, pricePercent: 10 })).toMatchObject([422, 'VALIDATION_FAILED', {}]);
    expect(await edit({ expiryDate: '2020-01-01' })).toMatchObject([422, 'VALIDATION_FAILED', {}]);
    expect(await edit({ category: 'Nonsense' })).toMatchObject([422, 'VALIDATION_FAILED', {}]);
  });

  test('a bulk action by filter is refused if the expected number differs', async () => {
    for (let count = 0; count < 3; count += 1) await buildProduct(shop, { title: `Quokka ${count}` });
    const other = await buildProduct(shop, { title: 'Wombat' });
    const matching = { q: 'quokka' };
    expect(await bulkAdmin.refusal({ matching, expected: 2, action: 'deactivate' })).toEqual([
      409,
      'SELECTION_CHANGED',
      {},
    ]);
    expect((await bulkAdmin.bulk({ matching, expected: 3, action: 'deactivate' })).count).toBe(3);
    expect((await bulkAdmin.row(other.id)).is_active).toBe(true);
    expect((await bulkAdmin.bulk({ matching: { ...matching, status: 'active' }, action: 'delete' })).count).toBe(0);
  });

  test('a bulk action takes at most 10,000 products', async () => {
    await shop.pool.query(`
      insert into products (id, title, company, category, price_paise, expiry_date)
      select gen_random_uuid(), 'Dugong', 'Acme', 'Voucher', 100, now() from generate_series(1, 10001)`);
    const change = { matching: { q: 'dugong' }, action: 'deactivate' };
    expect(await bulkAdmin.refusal(change)).toEqual([409, 'TOO_MANY_PRODUCTS', {}]);
    await shop.pool.query("delete from products where id = (select id from products where title = 'Dugong' limit 1)");
    expect((await bulkAdmin.preview(change)).count).toBe(10_000);
    await shop.pool.query("delete from products where title = 'Dugong'");
  });
});

describe('a bulk edit', () => {
  test('a bulk edit matches its preview, skips refused products and is audited', async () => {
    const cheap = await buildProduct(shop, { title: 'Cheap', price: 1 });
    const dear = await buildProduct(shop, { title: 'Dear', price: 500 });
    const ids = [cheap.id, dear.id];
    const change = { ids, action: 'edit', changes: { pricePercent: -10, category: 'Membership' } };
    expect(await bulkAdmin.preview(change)).toMatchObject({
      count: 2,
      changed: 1,
      refused: 1,
      canBeUndone: true,
      changes: [{ title: 'Dear', before: { price: 500 }, after: { price: 450, category: 'Membership' } }],
      refusals: [{ title: 'Cheap', reason: 'price-too-small' }],
    });
    expect((await bulkAdmin.row(dear.id)).price_paise).toBe(50_000);
    expect((await bulkAdmin.bulk(change)).count).toBe(1);
    expect(await bulkAdmin.row(dear.id)).toMatchObject({ price_paise: 45_000, category: 'Membership' });
    expect(await bulkAdmin.row(cheap.id)).toMatchObject({ price_paise: 100 });
    const { body } = await bulkAdmin.admin.call('adminListAudit', { query: { q: dear.id } });
    expect(body.data[0]).toMatchObject({ action: 'product.updated', details: { changed: ['price', 'category'] } });
    expect(await bulkAdmin.audit(cheap.id)).toEqual([]);
  });

  test('a percentage is rounded to a paisa and stays within the price limits', async () => {
    const { id } = await buildProduct(shop, { price: 9.99 });
    const priceAfter = async (changes: object) => {
      const { refusals, changes: made } = await bulkAdmin.preview({ ids: [id], action: 'edit', changes });
      return refusals[0]?.reason ?? made[0]?.after.price;
    };
    expect(await priceAfter({ pricePercent: 50 })).toBe(14.99);
    expect(await priceAfter({ price: 0 })).toBe(0);
    expect(await priceAfter({ price: PRICE_MAX_RUPEES })).toBe(PRICE_MAX_RUPEES);
    await bulkAdmin.bulk({ ids: [id], action: 'edit', changes: { price: PRICE_MAX_RUPEES } });
    expect(await priceAfter({ pricePercent: 1 })).toBe('price-too-large');
  });

  test('the preview shows at most twenty changes and twenty refusals', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1) ids.push((await buildProduct(shop, { price: 1 })).id);
    const shown = async (changes: object) => {
      const { changed, refused, ...lists } = await bulkAdmin.preview({ ids, action: 'edit', changes });
      return [changed, lists.changes.length, refused, lists.refusals.length];
    };
    expect(await shown({ pricePercent: 10 })).toEqual([21, 20, 0, 0]);
    expect(await shown({ pricePercent: -10 })).toEqual([0, 0, 21, 20]);
  });

  test('a bulk edit waits for a concurrent edit and starts from its result', async () => {
    const { id } = await buildProduct(shop, { price: 100 });
    const done = await inTransaction(shop.db, async (db) => {
      await listForChange(db, [id], { withUnsold: false, isLocking: true });
      const other = bulkAdmin.bulk({ ids: [id], action: 'edit', changes: { pricePercent: 10 } });
      await waitForBlockedQuery(shop);
      await db.updateTable('products').set({ price_paise: 20_000 }).where('id', '=', id).execute();
      return { other };
    });
    expect((await done.other).count).toBe(1);
    expect((await bulkAdmin.row(id)).price_paise).toBe(22_000);
  });

  test('an expiry day ends in India, and an equal day changes nothing', async () => {
    const { id } = await buildProduct(shop);
    const change = { ids: [id], action: 'edit', changes: { expiryDate: '2099-05-06' } };
    await bulkAdmin.bulk(change);
    expect((await bulkAdmin.row(id)).expiry_date.toISOString()).toBe('2099-05-06T18:29:59.999Z');
    expect(await bulkAdmin.preview(change)).toMatchObject({ count: 1, changed: 0 });
    expect((await bulkAdmin.bulk(change)).undo).toBe(null);
    expect(await bulkAdmin.audit(id)).toEqual(['product.updated']);
  });

  test('a past expiry day is accepted if the product already has it', async () => {
    const { id } = await buildProduct(shop, { expiry_date: new Date('2020-03-04T05:06:07Z') });
    const change = { ids: [id], action: 'edit', changes: { expiryDate: '2020-03-04' } };
    expect(await bulkAdmin.preview(change)).toMatchObject({ count: 1, changed: 0, refused: 0 });
  });

  test('a bulk edit turns shared codes into pools without undo, but never the reverse', async () => {
    const shared = await buildProduct(shop, { title: 'Shared', units: 4 });
    const pool = await buildPool(shop, { codes: newCodes(2), title: 'Pool' });
    const ids = [shared.id, pool.id];
    await placeOrder(await shop.customer(), shared);
    const toShared = { ids, action: 'edit', changes: { stockKind: 'shared' } };
    expect(await bulkAdmin.preview(toShared)).toMatchObject({
      changed: 0,
      refusals: [{ title: 'Pool', reason: 'needs-code' }],
    });
    const toPool = { ids, action: 'edit', changes: { stockKind: 'pool' } };
    expect(await bulkAdmin.preview(toPool)).toMatchObject({ changed: 1, withdrawn: 4, canBeUndone: false });
    expect(await bulkAdmin.bulk(toPool)).toMatchObject({ count: 2, undo: null });
    expect((await bulkAdmin.row(shared.id)).stock_kind).toBe('pool');
    const { rows } = await shop.pool.query(
      "select count(*)::int from units where product_id = $1 and state = 'available'",
      [shared.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect((await bulkAdmin.preview(toShared)).refused).toBe(2);
  });

  test('a change of stock kind waits for the edit lock of the product', async () => {
    const { id } = await buildProduct(shop);
    const done = await inTransaction(shop.db, async (db) => {
      await lockProductEdits(db, id);
      const other = bulkAdmin.bulk({ ids: [id], action: 'edit', changes: { stockKind: 'pool' } });
      await waitForBlockedQuery(shop);
      // The waiting bulk edit must not have locked the row.
      await db.updateTable('products').set({ title: 'Renamed' }).where('id', '=', id).execute();
      return { other };
    });
    expect((await done.other).count).toBe(1);
    expect(await bulkAdmin.row(id)).toMatchObject({ title: 'Renamed', stock_kind: 'pool' });
  });

  test('a form that was opened before a bulk edit gets an edit conflict', async () => {
    const { id } = await buildProduct(shop);
    const { data } = (await bulkAdmin.admin.call('adminFindProduct', { params: { id } })).body;
    await bulkAdmin.bulk({ ids: [id], action: 'edit', changes: { price: 77 } });
    const { images, rating, ratingCount, ...fields } = data;
    const late = await bulkAdmin.admin.call('adminUpdateProduct', { params: { id }, body: { ...fields, price: 1 } });
    expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT']);
  });
});
