import { fieldMessages } from '@shop/contract/failures/messages';
import type { SheetReport } from '@shop/contract/products/product-sheet';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, createPool } from '../../../platform/database/database.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, CANARY } from '../../../testing/data/builders.ts';
import { buildPool } from '../../../testing/data/pools.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { exportProducts, importProducts } from './product-sheet.service.ts';

let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const exported = async (q: string) => String((await admin.call('adminExportProducts', { query: { q } })).body);
const send = (products: string, options: { dryRun?: boolean; skipRefused?: boolean } = {}, by = admin) =>
  by.call('adminImportProducts', {
    query: { dryRun: String(options.dryRun ?? false) },
    body: { products, skipRefused: options.skipRefused ?? false },
  });
const tried = async (products: string, by = admin) =>
  ((await send(products, { dryRun: true }, by)).body as unknown as { data: SheetReport }).data;
const taken = async (products: string, skipRefused = false) =>
  ((await send(products, { skipRefused })).body as unknown as { report: SheetReport }).report;
const named = async (q: string) => (await admin.call('adminListProducts', { query: { q } })).body.data;

describe('the product sheet', () => {
  test('an exported file has no codes and changes nothing when it is imported', async () => {
    const details = ['A | B', 'Commas, "quotes" and \\ more', '=1+1', 'Valid Mon;+1 day', 'Two\nlines', "'-10%' week"];
    const odd = await buildProduct(shop, { title: '=Odd, "one"', subtitle: 'Weekdays; -20% more', details });
    const pool = await buildPool(shop, { title: 'Odd pool', max_per_customer: 3, low_stock_at: 2 });
    const file = await exported('odd');
    expect(file).toContain(odd.id);
    expect(file).toContain(pool.id);
    expect(file).not.toContain(CANARY);
    expect(file).not.toContain(odd.code);
    expect(await tried(file)).toEqual({ lines: 2, created: 0, updated: 0, unchanged: 2, refused: [], ignored: [] });
  });

  test('an export contains each product once even if products are added meanwhile', async () => {
    const add = async (count: number): Promise<string[]> => {
      const { rows } = await shop.pool.query(
        `insert into products (id, title, company, category, price_paise, expiry_date, is_active)
         select gen_random_uuid(), 'Paged ' || n, 'Acme', 'Voucher', 100, now(), true from generate_series(1, $1::int) n
         returning id`,
        [count],
      );
      return rows.map(({ id }) => id);
    };
    const there = await add(502);
    const file = exportProducts(shop, { q: 'Paged', status: 'all', runsLow: false });
    const idsIn = ({ value = '' }: IteratorResult<string>) => value.match(/^[0-9a-f-]{36}/gm) ?? [];
    await file.next();
    const first = idsIn(await file.next());
    await add(2);
    const rest = idsIn(await file.next());
    expect([first.length, rest.length]).toEqual([500, 2]);
    expect([...first, ...rest].toSorted()).toEqual(there.toSorted());
  });

  test('an import changes only the fields of its columns; a dry run changes nothing', async () => {
    const product = await buildProduct(shop, { title: 'Sheet one', price: 100, company: 'Acme' });
    const file = `Product ID;Price;Active;How To Redeem;Nonsense\r\n${product.id};75.5;No;First | Second \\| third;x\r\n`;
    expect(await tried(file)).toMatchObject({ lines: 1, updated: 1, ignored: ['Nonsense'] });
    expect((await named('Sheet one'))[0]).toMatchObject({ price: 100, isActive: true });
    expect(await taken(`sep=;\r\n${file}`)).toMatchObject({ updated: 1, unchanged: 0 });
    expect((await named('Sheet one'))[0]).toMatchObject({
      price: 75.5,
      isActive: false,
      company: 'Acme',
      howToRedeem: ['First', 'Second | third'],
    });
    const { body } = await admin.call('adminListAudit', { query: { q: product.id } });
    expect(body.data[0]).toMatchObject({
      action: 'product.updated',
      details: { title: 'Sheet one', changed: ['price', 'howToRedeem', 'isActive'] },
    });
  });

  test('a line shorter than the header keeps the remaining fields', async () => {
    const { id } = await buildProduct(shop, { title: 'Short line', price: 100, details: ['Stays'] });
    expect(await taken(`Product ID,Price,Active,Details\n${id},80`)).toMatchObject({ updated: 1, refused: [] });
    expect((await named('Short line'))[0]).toMatchObject({ price: 80, isActive: true, details: ['Stays'] });
  });

  test('of two columns with one name, the first is read and the second is reported', async () => {
    const { id } = await buildProduct(shop, { title: 'Two prices', price: 100 });
    expect(await taken(`Product ID,Price,price\n${id},80,5`)).toMatchObject({ updated: 1, ignored: ['price'] });
    expect((await named('Two prices'))[0]).toMatchObject({ price: 80 });
  });

  test('an import creates products with a shared code and pools', async () => {
    const file = [
      'Title,Company,Category,Price,Expiry Date,Stock,Code,Usage Limit',
      'Fresh shared,Acme,Voucher,10,2099-01-02,shared,FRESH-CODE,7',
      'Fresh pool,Acme,Gift Card,20,2099-01-02,pool,,',
    ].join('\n');
    expect(JSON.stringify(await tried(file))).not.toContain('FRESH-CODE');
    expect(await taken(file)).toMatchObject({ created: 2 });
    const products = await named('Fresh');
    expect(products.map(({ title, stockKind, usageLimit }) => [title, stockKind, usageLimit]).toSorted()).toEqual([
      ['Fresh pool', 'pool', 0],
      ['Fresh shared', 'shared', 7],
    ]);
  });

  test('an import inserts 40 products with one statement per table', async () => {
    await shop.pool.query(`
      create table statements (name text);
      create function note_statement() returns trigger language plpgsql as $$ begin
        insert into statements values (tg_table_name);
        return null;
      end $$`);
    for (const table of ['products', 'goods', 'units', 'audit_log'])
      await shop.pool.query(
        `create trigger note_statement after insert on ${table} for each statement execute function note_statement()`,
      );
    const lines = Array.from({ length: 40 }, (_, index) => `Many ${index},Acme,Voucher,10,2099-01-02,MANY-${index},3`);
    const report = await taken(['Title,Company,Category,Price,Expiry Date,Code,Usage Limit', ...lines].join('\n'));
    const { rows } = await shop.pool.query('select name, count(*)::int from statements group by 1 order by 1');
    await shop.pool.query('drop function note_statement cascade');
    expect(report).toMatchObject({ created: 40 });
    expect(rows).toEqual(['audit_log', 'goods', 'products', 'units'].map((name) => ({ name, count: 1 })));
    expect((await named('Many 7')).map(({ usageLimit, isSold }) => [usageLimit, isSold])).toContainEqual([3, false]);
  });

  test('a file that is sent twice by one admin creates its products once', async () => {
    const head = 'Title,Company,Category,Price,Expiry Date,Stock,Code';
    const line = (code: string) => `Lost answer,Acme,Voucher,10,2099-01-02,shared,${code}`;
    const file = [head, line('LOST-1'), line('LOST-2'), 'Lost pool,Acme,Voucher,10,2099-01-02,pool,'].join('\n');
    const reports = await Promise.all([taken(file), taken(file)]);
    expect(reports.map(({ created, unchanged }) => [created, unchanged]).toSorted()).toEqual([
      [0, 3],
      [3, 0],
    ]);
    expect(await tried(`${file}\n${line('LOST-3')}`)).toMatchObject({ created: 1, unchanged: 3 });
    expect(await named('Lost')).toHaveLength(3);
    // A file of another admin, a deleted product and a repetition after an hour create products again.
    expect(await tried(file, await shop.admin())).toMatchObject({ created: 3, unchanged: 0 });
    const [deleted] = await named('Lost pool');
    await admin.call('adminDeleteProduct', { params: { id: deleted?._id ?? '' } });
    expect(await tried(file)).toMatchObject({ created: 1, unchanged: 2 });
    await shop.pool.query(
      `update products set created_at = created_at - interval '61 minutes' where title = 'Lost answer'`,
    );
    expect(await tried(file)).toMatchObject({ created: 3, unchanged: 0 });
  });

  test('a repeated line with another usage limit or link is refused', async () => {
    const head = 'Title,Company,Category,Price,Expiry Date,Code,Usage Limit,Product Link';
    const refusals = async (end: string) => (await tried(`${head}\nMended,A,Voucher,1,2099-01-02,M,${end}`)).refused;
    await taken(`${head}\nMended,A,Voucher,1,2099-01-02,M,4,https://a.example/x`);
    expect(await refusals('4,https://a.example/x')).toEqual([]);
    const reason = fieldMessages.madeOtherwise;
    expect(await refusals('5,https://a.example/x')).toEqual([{ line: 2, column: 'Usage Limit', reason }]);
    expect(await refusals('4,https://a.example/y')).toEqual([{ line: 2, column: 'Product Link', reason }]);
  });

  test('an import waits longer than one lock timeout for the previous import', async () => {
    const pool = createPool({ url: shop.config.DATABASE_URL ?? '', max: 1, onError: () => {}, timeoutFactor: 10 });
    const tries = vi.spyOn(pool, 'connect');
    const other = await shop.pool.connect();
    await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('sheet of products', 0))`);
    const { user } = (await admin.call('profile')).body;
    const products = 'Title,Company,Category,Price,Expiry Date,Stock\nSecond file,Acme,Voucher,10,2099-01-02,pool';
    const report = importProducts({ ...shop, db: createDatabase(pool) }, user, { products, skipRefused: false });
    await vi.waitFor(() => expect(tries.mock.calls.length).toBeGreaterThan(2), { timeout: 15_000 });
    await other.query('rollback');
    other.release();
    expect(await report).toMatchObject({ created: 1 });
    await pool.end();
  });

  test('a refused line is reported with its reason and stops the whole file', async () => {
    const [pool, other] = [await buildPool(shop, { title: 'Sheet pool' }), await buildPool(shop)];
    const lines = [
      'Product ID,Title,Company,Category,Price,Expiry Date,Stock,Code',
      ',Fine,Acme,Voucher,10,2099-01-02,pool,',
      ',No,Acme,Nothing,-1,2001-01-02,pool,',
      ',Expired one,Acme,Voucher,10,2001-01-02,pool,',
      `${pool.id},Sheet pool,Acme,Voucher,10,2099-01-02,shared,`,
      `${other.id},Sheet pool,Acme,Voucher,10,2099-01-02,pool,SECRET`,
      '01900000-0000-7000-8000-000000000000,Lost,Acme,Voucher,10,2099-01-02,pool,',
      'nonsense,Lost,Acme,Voucher,10,2099-01-02,pool,',
      '"unmatched,Lost',
      `${pool.id},Sheet\0pool,Acme,Voucher,10,2099-01-02,pool,`,
    ];
    const file = lines.join('\n');
    const { refused, created } = await tried(file);
    expect(created).toBe(1);
    expect(refused.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, 'Title', 'Title must be between 3 and 100 characters'],
      [3, 'Category', 'Category is required'],
      [3, 'Price', 'Price must be a positive number'],
      [4, 'Expiry Date', expect.any(String)],
      [5, 'Stock', expect.stringContaining('cannot be changed by a file')],
      [6, 'Code', 'Can only be given for a new product'],
      [7, 'Product ID', 'Product not found'],
      [8, 'Product ID', 'Product not found'],
      [9, null, expect.stringContaining('quotes')],
      [10, null, expect.stringContaining('cannot be stored')],
    ]);
    const all = await send(file);
    expect([all.status, all.body.code]).toEqual([422, 'SHEET_REFUSED']);
    expect(await named('Fine')).toEqual([]);
    expect(await taken(file, true)).toMatchObject({ created: 1 });
    expect(await named('Fine')).toHaveLength(1);
    const blank = await send('Name,Cost\nx,1');
    expect([blank.status, blank.body.errors]).toEqual([422, { products: expect.stringContaining('Title') }]);
  });

  test('a line that sets a fixed field or repeats a product is refused', async () => {
    const [one, two] = [(await buildProduct(shop)).id, (await buildProduct(shop)).id];
    const file = `Product ID,Usage Limit,Product Link\n${one},7,\n${two},,https://a.example\n${two.toUpperCase()},,`;
    expect((await tried(file)).refused.map(({ column, reason }) => [column, reason])).toEqual([
      ['Usage Limit', fieldMessages.onlyForNew],
      ['Product Link', fieldMessages.onlyForNew],
      ['Product ID', fieldMessages.productTwice],
    ]);
  });

  test('a day in another format than year-month-day is refused', async () => {
    const { id } = await buildProduct(shop, { title: 'Dated' });
    const days = ['05-06-2099', '05/06/2099', '2099/06/05', '5-Jun-99', 'Voucher 2099'];
    for (const day of days) {
      const { refused } = await tried(`Product ID,Expiry Date\n${id},${day}`);
      expect(refused).toEqual([{ line: 2, column: 'Expiry Date', reason: expect.stringContaining('year-month-day') }]);
    }
    expect(await taken(`Product ID,Expiry Date\n${id},2099-06-05`)).toMatchObject({ updated: 1 });
    expect((await named('Dated'))[0]?.expiryDate).toBe('2099-06-05T18:29:59.999Z');
  });

  test('files as spreadsheets save them can be read: UTF-16, empty rows, TRUE', async () => {
    const sheet = 'Title,Company,Category,Price,Expiry Date,Code,Active\nCafé,Crème,Voucher,10,2099-01-02,A,TRUE\n';
    expect(await tried(`${sheet},,,,,,\n`)).toMatchObject({ lines: 1, created: 1, refused: [] });
    expect(await tried(sheet.replace('TRUE', 'TRUE,,'))).toMatchObject({ created: 1, refused: [] });
    expect((await tried(sheet.replace(',10,', ',1,000,'))).refused).toEqual([
      { line: 2, column: null, reason: expect.stringContaining('more cells') },
    ]);
    const text = Buffer.from(`\uFEFF${sheet.replaceAll(',', '\t')}`, 'utf16le');
    for (const [query, bytes] of [
      [{ dryRun: 'true' }, Buffer.from(text).swap16()],
      [{}, text],
    ] as const) {
      const form = new FormData();
      form.set('file', new Blob([bytes]), 'products.txt');
      const { body } = await admin.call('adminImportProducts', { query, body: form });
      expect('report' in body ? body.report : body.data).toMatchObject({ created: 1 });
    }
    expect(await named('Café')).toMatchObject([{ title: 'Café', company: 'Crème', isActive: true }]);
  });

  test('a changed cell with undecodable letters is refused', async () => {
    const { id } = await buildProduct(shop, { title: 'Crème brûlée', subtitle: 'Lost \uFFFD before' });
    const file = await exported('brûlée');
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(file.replace('\uFEFF', ''), 'latin1')]), 'products.csv');
    const { body } = await admin.call('adminImportProducts', { query: { dryRun: 'true' }, body: form });
    const reason = expect.stringContaining('CSV UTF-8');
    expect(body).toMatchObject({ data: { updated: 0, refused: [{ line: 2, column: 'Title', reason }] } });
    expect(await tried(file)).toMatchObject({ unchanged: 1, refused: [] });
    expect(await tried(`Product ID,Title\n${id},Cr\uFFFDme`)).toMatchObject({ refused: [{ column: 'Title', reason }] });
    const fresh = 'Title,Company,Category,Price,Expiry Date,Stock\nFine,Caf\uFFFD,Voucher,10,2099-01-02,pool';
    expect(await tried(fresh)).toMatchObject({ created: 0, refused: [{ column: 'Company', reason }] });
  });

  test('a code that a spreadsheet rounded to a number is refused', async () => {
    const file = 'Title,Company,Category,Price,Expiry Date,Code\nRounded,Acme,Voucher,10,2099-01-02,6.02414E+15';
    const reason = expect.stringContaining('as text');
    expect(await tried(file)).toMatchObject({ created: 0, refused: [{ line: 2, column: 'Code', reason }] });
  });

  test('a code written as a text formula is stored without the formula', async () => {
    const file = 'Title,Company,Category,Price,Expiry Date,Code\nWrapped,Acme,Voucher,10,2099-01-02,"=""0012300"""';
    expect(await taken(file)).toMatchObject({ created: 1 });
    const [made] = (await admin.call('adminListProducts', { query: { q: 'Wrapped' } })).body.data;
    const { body } = await admin.call('adminFindProduct', { params: { id: made?._id ?? '' } });
    expect(body.data.code).toBe('0012300');
  });

  test('a thousand products can be created, exported, updated and bulk edited', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `Thousand ${index},Acme,Voucher,10,2099-01-02,pool`);
    expect(await taken(['Title,Company,Category,Price,Expiry Date,Stock', ...lines].join('\n'))).toMatchObject({
      created: 1000,
    });
    const file = await exported('Thousand');
    expect(file.trimEnd().split('\r\n')).toHaveLength(1001);
    expect(await taken(file.replaceAll(',10,', ',11,'))).toMatchObject({ updated: 1000 });
    const { body } = await admin.call('adminBulkProducts', {
      body: { matching: { q: 'Thousand' }, expected: 1000, action: 'edit', changes: { price: 12 } },
    });
    expect(body).toMatchObject({ count: 1000 });
    expect((await named('Thousand')).map(({ price }) => price)).toEqual(Array(20).fill(12));
  });
});
