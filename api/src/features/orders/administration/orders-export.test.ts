import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

test('the export is CSV in which a spreadsheet runs no formula (fault 27)', async () => {
  const name = '=HYPERLINK("https://evil.example","x")';
  const buyer = await shop.customer({ name, email: '+1@formula.example' });
  const product = await buildProduct(shop, { title: '@SUM(1), "quoted"' });
  const { body } = await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
  const placed = body.order;
  // The time is after midnight in India.
  const changes = `refunded_paise = 10050, created_at = '2026-10-31T18:45:10Z'`;
  await shop.pool.query(`update orders set ${changes} where id = $1`, [placed._id]);
  const reply = await admin.call('adminExportOrders', { query: { q: 'formula.example' } });
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const response = await fetch(`${shop.url}/api/v1/admin/orders/export.csv?q=formula.example`, {
    headers: { cookie: [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, row, end] = bytes.toString('utf8').slice(1).split('\r\n');
  expect(header).toMatch(/^Order ID,Buyer ID,Buyer Name,Buyer Email,Product ID,Product,Quantity,Amount,/);
  expect(row).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")",'+1@formula.example`);
  expect(row).toContain(`"'@SUM(1), ""quoted"""`);
  expect(row?.startsWith(placed._id)).toBe(true);
  expect([header?.split(',').at(-1), row?.split(',').at(-1)]).toEqual(['Deducted by Disputes', '0']);
  expect([header?.split(',').at(-2), row?.split(',').at(-2)]).toEqual(['Refunded', '100.5']);
  const column = header?.split(',').indexOf('Created At (IST)') ?? -1;
  // Counted from the end, because a cell before it contains commas.
  expect(row?.split(',').at(column - (header?.split(',').length ?? 0))).toBe('2026-11-01 00:15:10');
  expect(end).toBe('');
});

test('the export has the provider id of each order, also from before migration 0103', async () => {
  const buyer = await shop.customer({ email: 'two.orders@example.com' });
  const [before, since] = [
    await placeOrder(buyer, await buildProduct(shop)),
    await placeOrder(buyer, await buildProduct(shop)),
  ];
  await shop.pool.query(
    `with moved as (delete from provider_orders where order_id = $1 returning *)
     update orders set provider_order_id = moved.provider_order_id from moved where id = $1`,
    [before._id],
  );
  const { body } = await admin.call('adminExportOrders', { query: { q: buyer.user.email } });
  const [header = '', ...rows] = String(body).trimEnd().split('\r\n');
  const column = header.split(',').indexOf('Razorpay Order ID') - header.split(',').length;
  expect(rows.map((row) => row.split(',').at(column))).toEqual([since.razorpayOrderId, before.razorpayOrderId]);
});

test('the export is recorded with admin and filters, but without the search text', async () => {
  const reply = await admin.call('adminExportOrders', { query: { q: 'Priya Sharma', status: 'completed' } });
  expect(reply.status).toBe(200);
  const { body } = await admin.call('adminListAudit', {});
  const entry = body.data.find(({ action }) => action === 'order.all-exported');
  expect(entry).toMatchObject({ subjectType: 'order', details: { status: 'completed', searched: true } });
  expect(entry?.actor?._id).toBe(admin.user.id);
  expect(JSON.stringify(body.data)).not.toContain('Priya Sharma');
});

test('the export contains every filtered order once, across batches', async () => {
  const product = await buildProduct(shop);
  const buyer = await shop.customer({ name: 'Bulk Buyer' });
  await shop.pool.query(
    `insert into orders (id, buyer_id, product_id, quantity, amount_paise, is_one_time_use, receipt, product_details,
       created_at, updated_at)
     select gen_random_uuid(), $1, $2, 1, 100, false, 'bulk-' || n, '{"title":"Bulk"}',
       now() - (n / 3) * interval '1 microsecond', now()
     from generate_series(1, 2500) n`,
    [buyer.user.id, product.id],
  );
  const { body } = await admin.call('adminExportOrders', { query: { q: 'Bulk Buyer', status: 'pending' } });
  const lines = String(body).trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(2500);
  expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(2500);
  const { body: none } = await admin.call('adminExportOrders', { query: { q: 'Bulk Buyer', status: 'cancelled' } });
  expect(String(none).trimEnd().split('\r\n')).toHaveLength(1);
});
