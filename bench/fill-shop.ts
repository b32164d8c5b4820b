import pg from 'pg';
import { foldCatalogueCounts } from '../api/src/features/catalogue/browse/fold-catalogue-counts.job.ts';
import { systemClock } from '../api/src/platform/clock.ts';
import { createDatabase, createPool } from '../api/src/platform/database/database.ts';
import { foldListCounts } from '../api/src/platform/lists/list-counts.job.ts';
import { loadWithoutIndexes } from '../api/src/testing/data/bulk-load.ts';

/** `records`: the number of audit entries and of enquiries; by default the number of products. */
export type ShopSize = { orders: number; products: number; users: number; records?: number };

/** The number of people, products and orders that a rare search finds at any size. */
const RARE = 20;
export const RARE_NAME = 'Zubeida Quill';
/** A rare word beside a word of every product, which is the hardest case for trigrams. */
export const RARE_TITLE = 'Quokka voucher';
export const RARE_WORD = 'Quokka';

/** Fills a migrated, empty database with SQL. The invented rows are spread evenly over a year. */
export async function fillShop(url: string, size: ShopSize): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '256MB'; set synchronous_commit = off");
    const fill = async (statements: (size: ShopSize) => string[]) => {
      for (const sql of statements(size)) await client.query(sql);
    };
    await fill(fillUsers);
    await loadWithoutIndexes(client, ['products', 'goods', 'units', 'search_words'], () => fill(fillProducts));
    if (size.orders > 0) await fill(fillOrders);
    for (const statements of [fillAudit, fillContacts]) await fill(statements);
    // Autovacuum does this some minutes after such a load.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Loads products and folds their counts like a worker, because readers would add up every loaded row until then. */
export async function fillCatalogue(url: string, products: number): Promise<void> {
  await fillShop(url, { products, orders: 0, users: 1, records: 0 });
  const pool = createPool({ url, max: 1, timeoutFactor: 10, onError: (error) => console.error(error) });
  const deps = { db: createDatabase(pool), clock: systemClock };
  for (const job of [foldCatalogueCounts(deps), foldListCounts(deps)]) await job.run({} as never);
  await pool.query('vacuum analyze shelf_counts, shelf_changes, list_counts, list_changes');
  await pool.end();
}

const fillUsers = ({ users }: ShopSize) => [
  `insert into users (id, name, email, mobile, role, password_hash, created_at, updated_at)
   select uuidv7(-at), case when n <= ${RARE} then '${RARE_NAME}' else 'Person ' || md5(n::text) end,
     'person' || n || '@example.com', lpad((9000000000 + n)::text, 10, '0'), 'customer', 'none', now() - at, now() - at
   from (select n, (n::float / ${users} * 365) * interval '1 day' as at from generate_series(1, ${users}) n) as people`,
];

const fillProducts = ({ products }: ShopSize) => [
  `insert into products (id, title, subtitle, company, category, price_paise, details, expiry_date, is_active,
     goods_id, created_at, updated_at)
   select uuidv7(-at), case when n <= ${RARE} then '${RARE_TITLE} ' || n else 'Voucher ' || md5(n::text) end, 'For everybody',
     'Company ' || n % 500, (array['Coupon', 'Voucher', 'Gift Card', 'Software Key', 'Membership', 'Other'])[1 + n % 6],
     100 * (100 + n % 5000), array['Valid in India'], now() + (1 + n % 300) * interval '1 day', n % 10 > 0,
     uuidv7(), now() - at, now() - at
   from (select n, (n::float / ${products} * 365) * interval '1 day' as at from generate_series(1, ${products}) n) as shelf`,
  // Encrypted with no key. A server checks its keys against stored codes at its start.
  `insert into goods (id, product_id, key_id, code_sealed, code_fingerprint)
   select goods_id, id, '', '\\x00', sha256(id::text::bytea) from products`,
  `insert into units (id, product_id, goods_id)
   select uuidv7(), product_id, id from goods, generate_series(1, 5)`,
];

const fillOrders = ({ orders }: ShopSize) => [
  'create temporary table buyers as select row_number() over (order by id) - 1 as n, id, name from users',
  'create temporary table shelf as select row_number() over (order by id) - 1 as n, * from products',
  'create unique index on buyers (n); create unique index on shelf (n); analyze buyers; analyze shelf',
  `insert into orders (id, buyer_id, product_id, quantity, amount_paise, amount_paid_paise, payment_status, is_delivered,
     is_one_time_use, receipt, product_details, created_at, updated_at)
   select uuidv7(-at), buyers.id, shelf.id, 1, shelf.price_paise, case when f.n % 20 > 1 then shelf.price_paise else 0 end,
     (array['pending', 'failed', 'completed'])[1 + least(f.n % 20, 2)], f.n % 20 > 1, false, 'bench-' || f.n,
     jsonb_build_object('_id', shelf.id, 'title', shelf.title, 'subtitle', shelf.subtitle, 'company', shelf.company,
       'category', shelf.category, 'price', shelf.price_paise / 100, 'originalPrice', null, 'rating', null,
       'ratingCount', 0, 'images', '[]'::jsonb, 'details', shelf.details, 'howToRedeem', '[]'::jsonb,
       'termsAndConditions', '[]'::jsonb, 'expiryDate', '2030-01-01T00:00:00.000Z', 'usageLimit', 5,
       'isOneTimeUse', false, 'isActive', true, 'isSold', false, 'availability', 'available',
       'createdAt', '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z'),
     now() - at, now() - at
   from (select n, (n::float / ${orders} * 365) * interval '1 day' as at from generate_series(1, ${orders}) n) as f
   join buyers on buyers.n = f.n % (select count(*) from buyers)
   join shelf on shelf.n = f.n % (select count(*) from shelf)`,
];

const fillAudit = ({ products, records = products }: ShopSize) => [
  `insert into audit_log (id, at, actor_id, action, subject_type, subject_id, details)
   select uuidv7(-at), now() - at, null, 'product.updated', 'product', gen_random_uuid(),
     jsonb_build_object('title', case when n <= ${RARE} then '${RARE_TITLE}' else 'Voucher ' || md5(n::text) end)
   from (select n, (n::float / ${records} * 365) * interval '1 day' as at from generate_series(1, ${records}) n) as log`,
];

const fillContacts = ({ products, records = products }: ShopSize) => [
  `insert into contacts (id, source, name, email, contact_type, subject, message, is_resolved, created_at)
   select uuidv7(-at), 'contact', case when n <= ${RARE} then '${RARE_NAME}' else 'Person ' || md5(n::text) end,
     'person' || n || '@example.com', 'general', 'General Inquiry', 'How do I redeem my voucher?', n % 5 > 0, now() - at
   from (select n, (n::float / ${records} * 365) * interval '1 day' as at from generate_series(1, ${records}) n) as box`,
];
