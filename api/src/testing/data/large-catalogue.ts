import pg from 'pg';
import { loadWithoutIndexes } from './bulk-load.ts';

export const LARGE_CATALOGUE = { products: 100_000, perCompany: 200 };

/** Inserts 100,000 products on sale with one unit each, then vacuums and analyzes the tables. */
export async function fillLargeCatalogue(databaseUrl: string): Promise<void> {
  // Not the shop's pool, whose statement timeout is five seconds.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await loadWithoutIndexes(client, ['products', 'units'], () => load(client));
    await client.query('vacuum analyze products, units, search_words');
  } finally {
    await client.end();
  }
}

async function load(client: pg.Client): Promise<void> {
  await client.query(
    `insert into products (
       id, title, subtitle, company, category, price_paise, expiry_date, is_active, details, created_at,
       rating_sum, rating_count
     )
     select
       gen_random_uuid(),
       (array['Amazon', 'Spotify', 'Netflix', 'Myntra', 'Zomato', 'Steam', 'Uber', 'Google'])[1 + n % 8] || ' ' ||
         (array['Gift Card', 'Voucher', 'Premium', 'Coupon', 'Wallet', 'Pass'])[1 + n / 8 % 6] || ' ₹' ||
         (1 + n % 50) * 100,
       'Offer ' || n % 997,
       'Company ' || n % ($1 / $2),
       (array['Coupon', 'Voucher', 'Gift Card', 'Software Key', 'Membership', 'Other'])[1 + n % 6],
       (n::bigint * 7919 % 100000 + 1) * 100,
       now() + interval '1 day' * (1 + n % 300),
       true,
       array['A detail that makes the row about as wide as a real one', 'And another'],
       now() - interval '1 minute' * n,
       n % 40,
       n % 10
     from generate_series(1, $1::int) n`,
    [LARGE_CATALOGUE.products, LARGE_CATALOGUE.perCompany],
  );
  await client.query(
    `insert into goods (id, product_id, key_id, code_sealed, code_fingerprint)
     select id, id, 'none', '', '' from products limit 1`,
  );
  await client.query(
    `insert into units (id, product_id, goods_id)
     select gen_random_uuid(), products.id, goods.id from products, goods`,
  );
}
