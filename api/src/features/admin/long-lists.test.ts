import type { CallName } from '@shop/contract/calls/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;

// Some days have many rows, some one, some none. Some rows share a time, and some are exactly at midnight.
const at = `timestamptz '2026-03-01 00:00Z' + n / 9 * interval '40 hours' + n % 3 * interval '8 hours'`;
const ROWS = 60;
const from = `from generate_series(1, ${ROWS}) n`;

beforeAll(async () => {
  shop = await openTestShop();
  const { id: productId } = await buildProduct(shop);
  await (await shop.customer()).call('createOrder', { body: { productId, amount: 499 } });
  for (const statement of [
    `insert into users (id, name, email, role, password_hash, closed_at, created_at)
     select gen_random_uuid(), 'Person', 'p' || n, (array['customer', 'moderator'])[1 + n % 2], '',
       case when n % 10 = 0 then now() end, ${at} ${from}`,
    `insert into products (id, title, company, category, price_paise, expiry_date, is_active, deleted_at, created_at)
     select gen_random_uuid(), 'T' || n % 7, 'C', (array['Coupon', 'Other'])[1 + n % 2], n % 5, now(), n % 3 > 0,
       case when n % 10 = 0 then now() end, ${at} ${from}`,
    `insert into orders (id, product_id, quantity, amount_paise, payment_status, is_one_time_use, receipt,
       abandoned_at, product_details, created_at, updated_at)
     select (left(gen_random_uuid()::text, 24) || (array['abcdef', '123456'])[1 + n % 2] || lpad(to_hex(n), 6, '0'))::uuid, product_id, 1, n % 5, (array['pending', 'failed'])[1 + n % 2], false, n,
       case when n % 10 = 0 then now() end, product_details, ${at}, now()
     from orders, generate_series(1, ${ROWS}) n`,
    `insert into audit_log (id, at, action, subject_type, subject_id)
     select gen_random_uuid(), ${at}, 'x', 'y', 'z' ${from}`,
    `insert into contacts (id, source, name, email, contact_type, subject, message, is_resolved, created_at)
     select gen_random_uuid(), 'contact', 'n', 'e', 't', 's', 'm', n % 3 = 0, ${at} ${from}`,
  ])
    await sql.raw(statement).execute(shop.db);
  admin = await shop.admin();
});
afterAll(() => shop.close());

test.each<[CallName, Record<string, string>, string]>([
  ['adminListOrders', {}, 'orders where abandoned_at is null order by created_at desc, id desc'],
  ['adminListOrders', { sort: 'oldest' }, 'orders where abandoned_at is null order by created_at, id'],
  ['adminListOrders', { sort: 'amount-desc' }, 'orders where abandoned_at is null order by amount_paise desc, id desc'],
  [
    'adminListOrders',
    { status: 'cancelled', sort: 'oldest' },
    `orders where abandoned_at is null and status = 'cancelled' order by created_at, id`,
  ],
  [
    'adminListOrders',
    { q: 'abcdef', sort: 'amount-asc' },
    `orders where abandoned_at is null and replace(id::text, '-', '') like '%abcdef%' order by amount_paise, id`,
  ],
  ['adminListProducts', {}, 'products where deleted_at is null order by created_at desc, id desc'],
  ['adminListProducts', { sort: 'title' }, 'products where deleted_at is null order by lower(title), id'],
  [
    'adminListProducts',
    { status: 'inactive' },
    'products where deleted_at is null and not is_active order by created_at desc, id desc',
  ],
  [
    'adminListProducts',
    { status: 'active', category: 'Coupon' },
    `products where deleted_at is null and is_active and category = 'Coupon' order by created_at desc, id desc`,
  ],
  [
    'adminListProducts',
    { status: 'expired', sort: 'oldest' },
    'products where deleted_at is null and expiry_date <= now() order by created_at, id',
  ],
  ['adminListCustomers', {}, `users where closed_at is null and role = 'customer' order by created_at desc, id desc`],
  ['adminListUsers', {}, 'users where closed_at is null order by created_at desc, id desc'],
  ['adminListAudit', {}, 'audit_log order by at desc, id desc'],
  ['listContacts', {}, 'contacts order by created_at desc, id desc'],
  ['listContacts', { status: 'pending' }, 'contacts where not is_resolved order by created_at desc, id desc'],
])('the pages of %s %o together are the whole list in order', async (call, filters, plain) => {
  const { rows } = await sql.raw<{ id: string }>(`select id from ${plain}`).execute(shop.db);
  const limit = 4;
  const pages = Math.ceil(rows.length / limit);
  const found: string[] = [];
  for (let page = 1; page <= pages + 1; page += 1) {
    const { body } = await admin.call(call, { query: { page, limit, ...filters } });
    const { data, pagination } = body as { data: { _id: string }[]; pagination: object };
    expect(pagination).toEqual({ page, limit, total: rows.length, pages });
    found.push(...data.map(({ _id }) => _id));
  }
  expect(found).toEqual(rows.map(({ id }) => id));
  expect(found.length).toBeGreaterThan(ROWS / 4);
});

type Listed = { data: { _id: string }[]; pagination: { total: number; pages: number } };

/** Reads the given page and all following ones. */
async function readPages(
  call: CallName,
  query: Record<string, string>,
  { from: page }: { from: number },
): Promise<{ ids: string[]; total: number }> {
  const { body } = await admin.call(call, { query: { ...query, page, limit: 100 } });
  const { data, pagination } = body as Listed;
  const ids = data.map(({ _id }) => _id);
  if (page >= pagination.pages) return { ids, total: pagination.total };
  const rest = await readPages(call, query, { from: page + 1 });
  return { ids: [...ids, ...rest.ids], total: rest.total };
}

test('a search that matches more buyers than the limit still lists every order once', async () => {
  await sql
    .raw(
      `with people as (
         insert into users (id, name, email, role, password_hash)
         select gen_random_uuid(), 'Sharma ' || n, 'sharma' || n, 'customer', '' from generate_series(1, 1200) n returning id
       ), buyers as (select id, row_number() over () as n from people limit 230)
       insert into orders (id, buyer_id, product_id, quantity, amount_paise, is_one_time_use, receipt, product_details,
         created_at, updated_at)
       select gen_random_uuid(), buyers.id, product_id, 1, 1, false, 'sharma-' || n, product_details, now(), now()
       from buyers, (select product_id, product_details from orders limit 1) as sold`,
    )
    .execute(shop.db);
  const { ids, total } = await readPages('adminListOrders', { q: 'sharma' }, { from: 1 });
  expect([total, ids.length, new Set(ids).size]).toEqual([230, 230, 230]);
});

test('pages beyond the counted rows also list each customer once', async () => {
  const people = 10_250;
  await sql
    .raw(
      `insert into users (id, name, email, role, password_hash)
       select gen_random_uuid(), 'Person', n || '@gmail.example', 'customer', '' from generate_series(1, ${people}) n`,
    )
    .execute(shop.db);
  const { rows } = await sql
    .raw<{ id: string }>(
      `select id from users where email like '%gmail%' order by created_at desc, id desc offset 9800`,
    )
    .execute(shop.db);
  const { ids, total } = await readPages('adminListCustomers', { search: 'gmail' }, { from: 99 });
  expect([total, ids]).toEqual([people, rows.map(({ id }) => id)]);
});
