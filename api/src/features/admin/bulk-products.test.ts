import type { BulkPreview } from '@shop/contract/bulk-preview';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { buildProduct } from '../../testing/builders.ts';
import { retryNow } from '../../testing/job-times.ts';
import { buildPool, newCodes } from '../../testing/pools.ts';
import { type SignedInClient, signInAs } from '../../testing/test-sessions.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { listForChange } from '../catalogue/bulk-products.queries.ts';

let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  admin = await shop.admin();
});
afterAll(() => shop.close());

type Done = { message: string; count: number; undo: string | null };
const bulk = async (body: object) => (await admin.call('adminBulkProducts', { body })).body as unknown as Done;
const refusal = async (body: object) => {
  const { status, body: reply } = await admin.call('adminBulkProducts', { body });
  return [status, reply.code, reply.errors ?? {}];
};
const preview = async (body: object) => {
  const { body: reply } = await admin.call('adminBulkProducts', { query: { dryRun: 'true' }, body });
  return (reply as unknown as { data: BulkPreview }).data;
};
const undo = (id: string | null) => admin.call('adminUndoBulk', { params: { id: id ?? '' } });
const row = async (id: string) =>
  (await shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as never as {
    price_paise: number;
    category: string;
    expiry_date: Date;
    is_active: boolean;
    stock_kind: string;
    deleted_at: Date | null;
  };
const audit = async (id: string) =>
  (await admin.call('adminListAudit', { query: { q: id } })).body.data.map(({ action }) => action).reverse();

describe('many at once', () => {
  test('activate, deactivate and delete; each is recorded, missing ones are not counted', async () => {
    const [one, two] = [await buildProduct(shop), await buildProduct(shop)];
    const ids = [one.id, two.id, newId()];
    expect(await bulk({ ids, action: 'deactivate' })).toMatchObject({
      message: 'Products updated successfully',
      count: 2,
    });
    expect((await shop.visitor().call('findProduct', { params: { id: one.id } })).status).toBe(404);
    expect((await bulk({ ids, action: 'activate' })).count).toBe(2);
    expect(await bulk({ ids, action: 'delete' })).toMatchObject({ message: 'Products deleted successfully', count: 2 });
    expect((await bulk({ ids, action: 'activate' })).count).toBe(0);
    expect(await audit(two.id)).toEqual(['product.deactivated', 'product.activated', 'product.deleted']);
  });

  test.each([5, 1])('are bought while they are being changed, with %d left', async (units) => {
    const product = await buildProduct(shop, { units });
    const buyer = await shop.customer();
    const { status } = await inTransaction(shop.db, async (db) => {
      await listForChange(db, [product.id], { withUnsold: false, isLocking: true });
      await db.updateTable('products').set({ category: 'Other' }).where('id', '=', product.id).execute();
      const ordered = await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
      // What would say that it is sold out does not get at the row either, and comes back.
      await shop.runJobs();
      return ordered;
    });
    expect(status).toBe(201);
    await retryNow(shop.pool);
    await shop.runJobs();
    const { body } = await shop.visitor().call('findProduct', { params: { id: product.id } });
    expect(body.data.isSold).toBe(units === 1);
  });

  test('are written a part at a time, by statements that end in time', async () => {
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
    const done = await bulk(change);
    expect(done.count).toBe(1001);
    expect((await undo(done.undo)).body.count).toBe(1001);
    const { rows } = await shop.pool.query('select products from written order by 1');
    await shop.pool.query('drop trigger note_written on products');
    expect(rows.map(({ products }) => products)).toEqual([1, 1, 1000, 1000]);
  });

  test('need products and something to change', async () => {
    const { id } = await buildProduct(shop);
    expect(await refusal({ ids: [], action: 'delete' })).toMatchObject([422, 'VALIDATION_FAILED', {}]);
    expect(await refusal({ action: 'delete' })).toEqual([
      422,
      'VALIDATION_FAILED',
      { ids: 'Choose the products to change' },
    ]);
    const edit = (changes: object) => refusal({ ids: [id], action: 'edit', changes });
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

  test('all that match, of which the sender knows how many they are', async () => {
    for (let count = 0; count < 3; count += 1) await buildProduct(shop, { title: `Quokka ${count}` });
    const other = await buildProduct(shop, { title: 'Wombat' });
    const matching = { q: 'quokka' };
    expect(await refusal({ matching, expected: 2, action: 'deactivate' })).toEqual([409, 'SELECTION_CHANGED', {}]);
    expect((await bulk({ matching, expected: 3, action: 'deactivate' })).count).toBe(3);
    expect((await row(other.id)).is_active).toBe(true);
    expect((await bulk({ matching: { ...matching, status: 'active' }, action: 'delete' })).count).toBe(0);
  });
});

describe('an edit of many', () => {
  test('is shown before it is made, leaves out what cannot be, and is recorded', async () => {
    const cheap = await buildProduct(shop, { title: 'Cheap', price: 1 });
    const dear = await buildProduct(shop, { title: 'Dear', price: 500 });
    const ids = [cheap.id, dear.id];
    const change = { ids, action: 'edit', changes: { pricePercent: -10, category: 'Membership' } };
    expect(await preview(change)).toMatchObject({
      count: 2,
      changed: 1,
      refused: 1,
      canBeUndone: true,
      changes: [{ title: 'Dear', before: { price: 500 }, after: { price: 450, category: 'Membership' } }],
      refusals: [{ title: 'Cheap', reason: 'price-too-small' }],
    });
    expect((await row(dear.id)).price_paise).toBe(50_000);
    expect((await bulk(change)).count).toBe(1);
    expect(await row(dear.id)).toMatchObject({ price_paise: 45_000, category: 'Membership' });
    expect(await row(cheap.id)).toMatchObject({ price_paise: 100 });
    const { body } = await admin.call('adminListAudit', { query: { q: dear.id } });
    expect(body.data[0]).toMatchObject({ action: 'product.updated', details: { changed: ['price', 'category'] } });
    expect(await audit(cheap.id)).toEqual([]);
  });

  test('means the end of a day in India, and leaves what is so already alone', async () => {
    const { id } = await buildProduct(shop);
    const change = { ids: [id], action: 'edit', changes: { expiryDate: '2099-05-06' } };
    await bulk(change);
    expect((await row(id)).expiry_date.toISOString()).toBe('2099-05-06T18:29:59.999Z');
    expect(await preview(change)).toMatchObject({ count: 1, changed: 0 });
    await bulk(change);
    expect(await audit(id)).toEqual(['product.updated']);
  });

  test('makes pools of shared codes, which cannot be undone, and no shared code of a pool', async () => {
    const shared = await buildProduct(shop, { title: 'Shared', units: 4 });
    const pool = await buildPool(shop, { codes: newCodes(2), title: 'Pool' });
    const ids = [shared.id, pool.id];
    const toPool = { ids, action: 'edit', changes: { stockKind: 'pool' } };
    expect(await preview(toPool)).toMatchObject({ changed: 1, withdrawn: 4, canBeUndone: false });
    expect(await bulk(toPool)).toMatchObject({ count: 2, undo: null });
    expect((await row(shared.id)).stock_kind).toBe('pool');
    const { rows } = await shop.pool.query(
      "select count(*)::int from units where product_id = $1 and state = 'available'",
      [shared.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(await preview({ ids, action: 'edit', changes: { stockKind: 'shared' } })).toMatchObject({
      changed: 0,
      refusals: [{ reason: 'needs-code' }, { reason: 'needs-code' }],
    });
  });

  test('makes a form that was open before refuse to save over it', async () => {
    const { id } = await buildProduct(shop);
    const { data } = (await admin.call('adminFindProduct', { params: { id } })).body;
    await bulk({ ids: [id], action: 'edit', changes: { price: 77 } });
    const { images, rating, ratingCount, ...fields } = data;
    const late = await admin.call('adminUpdateProduct', { params: { id }, body: { ...fields, price: 1 } });
    expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT']);
  });
});

describe('taking it back', () => {
  test('restores each product as it was, once, and only for who did it', async () => {
    const one = await buildProduct(shop, { price: 100 });
    const two = await buildProduct(shop, { price: 200, is_active: false });
    const before = [await row(one.id), await row(two.id)];
    const ids = [one.id, two.id];
    const { undo: id } = await bulk({ ids, action: 'edit', changes: { price: 5, expiryDate: '2098-01-01' } });
    const stranger = await shop.admin();
    const theirs = await stranger.call('adminUndoBulk', { params: { id: id ?? '' } });
    expect([theirs.status, theirs.body.code]).toEqual([409, 'UNDO_TOO_LATE']);
    expect((await undo(id)).body).toEqual({ count: 2, message: 'The change was taken back' });
    for (const [index, product] of [one, two].entries()) {
      const { price_paise, expiry_date, is_active } = before[index] ?? before[0] ?? (await row(one.id));
      expect(await row(product.id)).toMatchObject({ price_paise, expiry_date, is_active });
    }
    expect((await undo(id)).body.code).toBe('UNDO_TOO_LATE');
    expect(await audit(one.id)).toEqual(['product.updated', 'product.change-undone']);
    const log = (await admin.call('adminListAudit', { query: { q: one.id } })).body.data;
    expect(log.map(({ details }) => details.title)).toEqual([one.title, one.title]);
  });

  test('brings back what was deleted, one or many', async () => {
    const { id } = await buildProduct(shop, { title: 'Regretted' });
    const { body } = await admin.call('adminDeleteProduct', { params: { id } });
    expect((await shop.visitor().call('findProduct', { params: { id } })).status).toBe(404);
    await undo(body.undo);
    expect((await shop.visitor().call('findProduct', { params: { id } })).status).toBe(200);
    expect((await admin.call('adminListProducts', { query: { q: 'Regretted' } })).body.pagination.total).toBe(1);
  });

  test('leaves alone what somebody has changed since, and says so', async () => {
    const [one, two] = [await buildProduct(shop, { price: 100 }), await buildProduct(shop, { price: 100 })];
    const { undo: id } = await bulk({ ids: [one.id, two.id], action: 'edit', changes: { price: 5 } });
    await bulk({ ids: [two.id], action: 'edit', changes: { price: 6 } });
    expect((await undo(id)).body).toMatchObject({ count: 1, message: expect.stringContaining('changed since') });
    expect([(await row(one.id)).price_paise, (await row(two.id)).price_paise]).toEqual([10_000, 600]);
    const { undo: other } = await bulk({ ids: [one.id], action: 'edit', changes: { price: 7 } });
    await bulk({ ids: [one.id], action: 'edit', changes: { price: 8 } });
    const nothing = 'Nothing was taken back: the products have been changed since';
    expect((await undo(other)).body).toEqual({ count: 0, message: nothing });
  });

  test('is possible for an hour', async () => {
    const { id } = await buildProduct(shop);
    const done = await bulk({ ids: [id], action: 'deactivate' });
    shop.clock.advance(61 * 60_000);
    const later = await signInAs(shop, shop.url, admin.user);
    const late = await later.call('adminUndoBulk', { params: { id: done.undo ?? '' } });
    expect([late.status, late.body.code, (await row(id)).is_active]).toEqual([409, 'UNDO_TOO_LATE', false]);
  });
});
