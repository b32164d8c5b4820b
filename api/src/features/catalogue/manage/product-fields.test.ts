import type { ProductField } from '@shop/contract/products/product-fields';
import { expect, test } from 'vitest';
import { migrate } from '../../../platform/migrations/migrate.ts';
import { addScheduledRun } from '../../../testing/checks/job-times.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { productForm } from '../../../testing/data/product-form.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop();

const code = 'STAYS';

/** Each value differs from the form's default. */
const changes = {
  title: 'Another title',
  subtitle: 'Another subtitle',
  company: 'Flipkart',
  category: 'Voucher',
  details: ['Another detail'],
  howToRedeem: ['Another way'],
  termsAndConditions: ['Another term'],
  price: 10.5,
  originalPrice: 20,
  expiryDate: '2098-12-31T18:29:59.999Z',
  isOneTimeUse: true,
  maxPerCustomer: 3,
  lowStockAt: 7,
  isActive: false,
} satisfies Record<ProductField, unknown>;

test('a change of each plain field is stored and audited by name, once', async () => {
  const admin = await shop.admin();
  const { body } = await admin.call('adminCreateProduct', { body: productForm({ code }) });
  const params = { id: body.data._id };
  const save = () => admin.call('adminUpdateProduct', { params, body: productForm({ code, ...changes }) });
  expect((await save()).body.data).toMatchObject(changes);
  await save();

  const log = await shop.db
    .selectFrom('audit_log')
    .select('details')
    .where('subject_id', '=', params.id)
    .where('action', '=', 'product.updated')
    .orderBy('at')
    .execute();
  expect(log.map(({ details }) => new Set(details.changed as string[]))).toEqual([
    new Set(Object.keys(changes)),
    new Set(),
  ]);
});

// Keyboards send an accented letter as one code point or as two. Both look the same.
const oneSign = { bazaar: 'बा\u095bार', cafe: 'Caf\u00e9' };
const twoSigns = { bazaar: 'बा\u091c\u093cार', cafe: 'Cafe\u0301' };

test.each([
  ['one sign', oneSign, twoSigns],
  ['two signs', twoSigns, oneSign],
])('an accented letter stored as %s is found by its other form', async (_, written, sought) => {
  const admin = await shop.admin();
  const company = `${written.cafe} ${written.bazaar}`;
  const { body } = await admin.call('adminCreateProduct', { body: productForm({ title: company, company }) });
  expect(body.data.company).toBe(company.normalize());
  for (const q of Object.values(sought))
    for (const found of [
      await shop.visitor().call('searchProducts', { query: { q } }),
      await shop.visitor().call('listProducts', { query: { company: `${sought.cafe} ${sought.bazaar}` } }),
      await admin.call('adminListProducts', { query: { q } }),
    ])
      expect([q, found.body.data.map(({ _id }) => _id)]).toEqual([q, expect.arrayContaining([body.data._id])]);
});

/** Repeats migration 0125 and runs the job that it enqueues. */
async function upgrade(): Promise<void> {
  await shop.pool.query("delete from migrations where name = '0125_normalized_texts.sql'");
  await migrate(shop.config.DATABASE_URL ?? '');
  await shop.runJobs();
}

test('an upgrade makes older texts that are not normalized searchable', async () => {
  const admin = await shop.admin();
  const written = `Old ${oneSign.bazaar}`;
  const product = await buildProduct(shop, { title: written, company: twoSigns.cafe, price: 0 });
  const buyer = await shop.customer({ name: written });
  const { order } = (await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } })).body;
  const sender = { name: 'Asha', email: 'old@example.com', contactType: 'other', message: 'Hello' };
  await shop.visitor().call('submitContact', { body: sender });
  await shop.db.updateTable('contacts').set({ name: written }).execute();
  const found = async (text: string) => {
    const lists = [
      await buyer.call('listMyOrders', { query: { q: text } }),
      await admin.call('adminListProducts', { query: { q: text } }),
      await admin.call('adminListCustomers', { query: { search: text } }),
      await admin.call('adminListOrders', { query: { q: text } }),
      await admin.call('listContacts', { query: { q: text } }),
    ];
    return lists.map(({ body }) => body.data.map(({ _id }) => _id));
  };
  const [bought, enquiries] = [[order._id], [expect.any(String)]];
  expect(await found(written)).toEqual([bought, [], [], [], []]);
  await upgrade();
  for (const { bazaar } of [oneSign, twoSigns])
    expect(await found(`old ${bazaar}`)).toEqual([bought, [product.id], [buyer.user.id], bought, enquiries]);
  const { company } = (await admin.call('adminFindProduct', { params: { id: product.id } })).body.data;
  expect(company).toBe(oneSign.cafe);
});

test('an upgrade normalizes at most 1000 rows per statement', async () => {
  await shop.pool.query(`
    insert into users (id, name, email, role, password_hash)
      select gen_random_uuid(), E'Jose\\u0301 ' || n, 'jose-' || n || '@example.com', 'customer', '-'
      from generate_series(1, 1001) n;
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 1000 then raise 'too many in one statement'; end if;
      return null;
    end $$;
    create trigger refuse_many after update on users referencing new table as changed execute function refuse_many()`);
  await upgrade();
  await shop.pool.query('drop function refuse_many cascade');
  const left = 'select from users where name is not normalized';
  expect((await shop.pool.query(left)).rowCount).toBe(0);
});

test('the nightly job removes unused search words but keeps those of inactive products', async () => {
  const { id } = await buildProduct(shop, { title: 'Mistyqed pass' });
  await buildProduct(shop, { title: 'Sleeping pass', is_active: false });
  await shop.db.updateTable('products').set({ title: 'Mistyped pass' }).where('id', '=', id).execute();
  const words = async () => {
    const known = shop.db.selectFrom('search_words').select('word').orderBy('word');
    return (await known.where('word', 'in', ['mistyqed', 'mistyped', 'pass', 'sleeping']).execute()).map(
      (row) => row.word,
    );
  };
  expect(await words()).toEqual(['mistyped', 'mistyqed', 'pass', 'sleeping']);
  await addScheduledRun(shop.pool, 'forget-search-words');
  await shop.runJobs();
  expect(await words()).toEqual(['mistyped', 'pass', 'sleeping']);
});

test('the removed search words of a deleted product come back when it is restored', async () => {
  const { id } = await buildProduct(shop, { title: 'Regretted' });
  const setDeleted = (deleted_at: Date | null) =>
    shop.db.updateTable('products').set({ deleted_at }).where('id', '=', id).execute();
  const words = () => shop.db.selectFrom('search_words').select('word').where('word', '=', 'regretted').execute();
  await setDeleted(shop.clock.now());
  await addScheduledRun(shop.pool, 'forget-search-words');
  await shop.runJobs();
  expect(await words()).toEqual([]);
  await setDeleted(null);
  expect(await words()).toEqual([{ word: 'regretted' }]);
});
