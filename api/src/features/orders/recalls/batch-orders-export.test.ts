import { expect, it } from 'vitest';
import { buildPool, newCodes } from '../../../testing/data/pools.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { exportBatchOrders } from './batch-orders-export.service.ts';

const shop = shareTestShop();

/** Delivers this many orders of a unit each and returns their ids. */
async function deliver(productId: string, count: number): Promise<string[]> {
  const { rows } = await shop.pool.query(
    `with sold as (
       update units set state = 'sold', order_id = id
       where id in (select id from units where product_id = $1 and state = 'available' limit $2)
       returning id
     ), placed as (
       insert into orders (id, product_id, quantity, amount_paise, amount_paid_paise, payment_status, is_delivered,
         is_one_time_use, receipt, product_details, created_at, updated_at)
       select id, $1, 1, 0, 0, 'completed', true, false, id::text, '{}', now(), now() from sold returning id
     ), handed_over as (
       insert into deliveries (order_id, delivered_at) select id, clock_timestamp() from placed
     ), units_of as (
       insert into delivered_units (unit_id, order_id) select id, id from placed
     )
     select id from placed`,
    [productId, count],
  );
  return rows.map(({ id }) => id);
}

it('the export contains each order once while the batch is being sold', async () => {
  const { id } = await buildPool(shop, { codes: newCodes(1_004) });
  const { rows } = await shop.pool.query('select id as _id, reference from batches where product_id = $1', [id]);
  const admin = await shop.admin();
  const there = await deliver(id, 1_002);
  const file = await exportBatchOrders(shop, { _id: admin.user.id }, rows[0]);
  const idsIn = ({ value = '' }: IteratorResult<string>) => value.match(/^[0-9a-f-]{36}/gm) ?? [];
  await file.next();
  const first = idsIn(await file.next());
  await deliver(id, 2);
  const rest = idsIn(await file.next());
  expect([first.length, rest.length]).toEqual([1_000, 2]);
  expect([...first, ...rest].toSorted()).toEqual(there.toSorted());
});

it('the export is recorded with the admin who made it', async () => {
  const { id } = await buildPool(shop, { codes: newCodes(1) });
  const { rows } = await shop.pool.query('select id from batches where product_id = $1', [id]);
  const admin = await shop.admin();
  expect((await admin.call('adminExportBatchOrders', { params: { id: rows[0].id } })).status).toBe(200);
  const { body } = await admin.call('adminListAudit', {});
  const [entry] = body.data;
  expect(entry).toMatchObject({ action: 'batch.orders-exported', subjectType: 'batch', subjectId: rows[0].id });
  expect(entry?.actor?._id).toBe(admin.user.id);
});
