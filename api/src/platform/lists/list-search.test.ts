import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../tables.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createDatabase, createPool } from '../database/database.ts';
import { hasText, searchedText } from './list-search.queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(createPool({ url: database.url, max: 2, onError: () => {} }));
  await sql`
    insert into products (id, title, company, category, price_paise, expiry_date)
    select gen_random_uuid(), case when n <= 5 then 'Quokka voucher ' || n else 'Voucher ' || n end,
      'Zoo_' || n % 2 || ' 50% off', 'Other', 100, now()
    from generate_series(1, 5000) n`.execute(db);
  await sql`analyze products`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test.each([
  ['Quokka voucher', 'Quokka'],
  ['voucher quokka', 'quokka'],
  ['zoo_1', null],
  ['off quokka-voucher', 'quokka'],
  ['uokka vouch', 'uokka'],
  ['VOUCHER', null],
  ['voucher off', null],
])('finds the rare word of a text: "%s" has %s', async (text, rareWord) => {
  expect(await searchedText(db, 'products', text)).toEqual({ text, rareWord });
});

test.each([
  'Quokka voucher',
  'quokka VOUCHER 3',
  'uokka vouch',
  'voucher quokka',
  'quokka_voucher',
  'quokka%voucher',
  'quokka voucher 4 zoo_0 50% off',
  'quokka voucher 4 zoo_1',
  'voucher 12',
  'voucher 4999 zoo',
  ' quokka',
  'zoo_1 50%',
  '50% off',
  '%',
])('finds exactly the rows that contain "%s"', async (text) => {
  const found = await db
    .selectFrom('products')
    .select('title')
    .where(hasText(await searchedText(db, 'products', text)));
  const held = await db.selectFrom('products').select(['title', 'searched']).execute();
  expect((await found.execute()).map(({ title }) => title).sort()).toEqual(
    held.flatMap(({ title, searched }) => (searched.includes(text.toLowerCase()) ? [title] : [])).sort(),
  );
});
