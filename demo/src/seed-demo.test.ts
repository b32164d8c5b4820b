import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@shop/api/app';
import { readConfig } from '@shop/api/config';
import { verifyPassword } from '@shop/api/features/accounts/passwords/password-hash';
import { decryptGoods } from '@shop/api/features/stock/units/encrypt-goods';
import { closeShop, openShop, type Shop } from '@shop/api/shop';
import { brokenInvariants } from '@shop/api/testing/checks/invariants';
import { createTestDatabase } from '@shop/api/testing/test-database';
import { publicProduct } from '@shop/contract/products/product';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paintArtwork } from './artwork/gallery.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { isPool } from './catalogue/demo-product.ts';
import { listDemoPayments } from './demo.queries.ts';
import { demoEnquiries } from './enquiries.ts';
import { demoCustomers } from './people.ts';
import { seedDemo } from './seed-demo.ts';

/** A fixed day, because the order plan depends on weekdays. */
const NOW = '2026-03-14T12:00:00Z';
const ADMIN = { email: 'owner@example.com', password: 'Demo-Owner-1!' };

async function openEmptyShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'seed-demo-'));
  const database = await createTestDatabase();
  const shop = await openShop({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    databaseUrl: database.url,
    clock: { now: () => new Date(NOW) },
  });
  const close = async () => {
    await closeShop(shop);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { shop, dataDir, close };
}

/** Only the first product gets real artwork; the others get a small picture, which keeps the test short. */
const [drawnProduct] = demoProducts;
const blot = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#0B5D4E' } })
  .png()
  .toBuffer();
const paint: typeof paintArtwork = async (product, variant) =>
  product === drawnProduct ? paintArtwork(product, variant) : blot;

describe('seedDemo', () => {
  let shop: Shop;
  let dataDir: string;
  let close: () => Promise<void>;
  const lines: string[] = [];

  const rows = async (statement: string) => (await shop.pool.query<Record<string, unknown>>(statement)).rows;
  const number = async (expression: string) => Number((await rows(`select (${expression}) as n`))[0]?.n);

  beforeAll(async () => {
    ({ shop, dataDir, close } = await openEmptyShop());
    await seedDemo(shop, { admin: ADMIN, withCatalogue: true, say: (line) => lines.push(line), paint });
  });
  afterAll(() => close());

  it('the demo has an admin who can sign in and customers who cannot', async () => {
    const [admin] = await rows(`select * from users where role = 'admin'`);
    expect(admin).toMatchObject({ name: 'Shop Administrator', email: ADMIN.email, active: true });
    expect(await verifyPassword(ADMIN.password, String(admin?.password_hash))).toBe(true);
    expect(await number(`select count(*) from users where role = 'customer'`)).toBe(demoCustomers.length);
    expect(await number(`select count(distinct password_hash) from users`)).toBe(2);
  });

  it('every demo product has goods and units', async () => {
    expect(await number('select count(*) from products')).toBe(demoProducts.length);
    const stocked = await rows(`
      select p.title, p.is_sold, p.is_active, g.*,
        (select count(*)::int from units u where u.product_id = p.id and u.state = 'available') as available
      from products p left join goods g on g.id = p.goods_id and g.product_id = p.id`);
    for (const product of demoProducts) {
      const row = stocked.find(({ title }) => title === product.title);
      const available = product.state === 'sold-out' ? 0 : product.usageLimit;
      expect(row).toMatchObject({ available, is_sold: available === 0, is_active: product.state !== 'inactive' });
      if (!isPool(product))
        expect(decryptGoods(shop.vault, row as Parameters<typeof decryptGoods>[1])).toEqual({
          code: product.code,
          productLink: product.productLink ?? null,
        });
    }
  });

  it('demo keys, cards and memberships are pools with several batches', async () => {
    const goods = await rows(`
      select g.*, p.title, p.category from units u join goods g on g.id = u.goods_id join products p on p.id = u.product_id
      where p.stock_kind = 'pool'`);
    expect(new Set(goods.map(({ category }) => category))).toEqual(
      new Set(['Software Key', 'Gift Card', 'Membership']),
    );
    const codes = goods.map((row) => decryptGoods(shop.vault, row as Parameters<typeof decryptGoods>[1]).code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThan(1_000);
    for (const code of codes) expect(code).toMatch(/^[A-Z]{4}-DEMO-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(await number("select count(*) from products where stock_kind = 'pool' and goods_id is not null")).toBe(0);
    expect(await number('select max(count) from (select count(*) from batches group by product_id) as counts')).toBe(2);
    expect(
      await number(`select count(*) from units u join batches b on b.id = u.batch_id
        join delivered_units d on d.unit_id = u.id join deliveries s on s.order_id = d.order_id
        where b.created_at > s.delivered_at or u.expires_at <= s.delivered_at`),
    ).toBe(0);
    expect(
      await number(`select count(*) from products p where not is_sold and stock_until <>
        (select max(expires_at) from units u where u.product_id = p.id and u.state = 'available')`),
    ).toBe(0);
  });

  it('every demo product has a picture, and a quarter have three', async () => {
    const galleries = await rows(
      'select product_id, count(*)::int as pictures, max(position) as last from images group by product_id',
    );
    expect(galleries).toHaveLength(demoProducts.length);
    expect(galleries.every(({ pictures, last }) => Number(last) === Number(pictures) - 1)).toBe(true);
    const withThree = galleries.filter(({ pictures }) => pictures === 3).length;
    expect(withThree / demoProducts.length).toBeCloseTo(1 / 4, 1);
    expect(lines.some((line) => /^Drawing artwork \d+\/\d+…$/.test(line))).toBe(true);
  });

  it('demo artwork has the aspect ratio of a product card', async () => {
    const drawn = await rows('select id, width, height, widths from images where width > 8 order by position');
    expect(drawn).toHaveLength(3);
    expect(drawn[0]).toMatchObject({ width: 800, height: 600, widths: [320, 640, 800] });
    expect(await readdir(join(dataDir, 'images', String(drawn[0]?.id)))).toHaveLength(6);
  });

  it('no time in the demo is in the future or before a time it depends on', async () => {
    const disorder = `
      select count(*) from orders o
        join products p on p.id = o.product_id join users u on u.id = o.buyer_id
      where o.created_at < p.created_at or o.created_at < u.created_at or o.created_at > p.expiry_date
        or o.paid_at < o.created_at or o.delivered_at < o.paid_at
        or o.updated_at < o.created_at or o.updated_at > '${NOW}'`;
    expect(await number(disorder)).toBe(0);
    expect(await number(`select count(*) from ratings where rated_at > '${NOW}'`)).toBe(0);
    expect(
      await number(`select count(*) from products where created_at > timestamptz '${NOW}' - interval '30 days'`),
    ).toBeGreaterThan(3);
    expect(
      await number(`select count(*) from products where created_at < timestamptz '${NOW}' - interval '60 days'`),
    ).toBeGreaterThan(20);
  });

  it('sold units of the demo are exactly the delivered ones (I1, I3)', async () => {
    expect(await number(`select count(*) from units where state in ('held', 'withdrawn')`)).toBe(0);
    const sold = await number(`select count(*) from units where state = 'sold'`);
    expect(sold).toBeGreaterThan(250);
    expect(
      await number(`
      select count(*) from delivered_units d join units u on u.id = d.unit_id
      where u.state = 'sold' and u.order_id = d.order_id`),
    ).toBe(sold);
    expect(await number('select sum(quantity) from orders where is_delivered')).toBe(sold);
    expect(
      await number(`
      select count(*) from orders o
      where o.is_delivered <> exists (select from deliveries d where d.order_id = o.id)
        or (select count(*) from delivered_units d where d.order_id = o.id) <> case when o.is_delivered then o.quantity else 0 end`),
    ).toBe(0);
  });

  it('each captured demo payment is delivered or refunded, never both (I2)', async () => {
    expect(await number('select count(*) from payments')).toBeGreaterThan(250);
    expect(await number('select count(*) from refunds')).toBeGreaterThan(0);
    expect(
      await number(`
      select count(*) from payments p join orders o on o.id = p.order_id join provider_orders at using (order_id)
      where (p.status = 'captured') <> o.is_delivered
        or (p.status = 'refunded') <> exists (select from refunds r where r.payment_id = p.id and r.status = 'processed' and r.amount_paise = p.amount_paise)
        or p.amount_paise <> o.amount_paid_paise or o.amount_paid_paise <> o.amount_paise
        or o.refunded_paise <> case when p.status = 'refunded' then p.amount_paise else 0 end
        or p.id <> o.provider_payment_id or p.provider_order_id <> at.provider_order_id
        or o.payment_status <> case when o.is_delivered then 'completed' else 'refunded' end`),
    ).toBe(0);
    expect(
      await number(`
      select count(*) from orders o
      where o.payment_status in ('pending', 'failed')
        and (o.amount_paid_paise > 0 or o.paid_at is not null or exists (select from payments p where p.order_id = o.id))`),
    ).toBe(0);
  });

  it('the demo and the sandbox agree about money after repeated starts', async () => {
    for (let opening = 0; opening < 2; opening++) {
      const app = await createApp(shop, { web: false, listPastPayments: listDemoPayments });
      await app.ready();
      await app.close();
      expect(await brokenInvariants(shop.pool)).toEqual([]);
    }
  });

  it('demo provider orders are marked and all settled', async () => {
    expect(await number(`select count(*) from provider_orders where provider_order_id not like 'order_Demo%'`)).toBe(0);
    expect(
      await number(
        `select count(*) from orders left join provider_orders on order_id = id
         where payment_status = 'pending' and (abandoned_at is null or order_id is not null)`,
      ),
    ).toBe(0);
  });

  it('product ratings of the demo are the sums of its order ratings', async () => {
    expect(await number('select count(*) from ratings')).toBeGreaterThan(100);
    expect(
      await number(`
      select count(*) from products p
      where p.rating_sum <> (select coalesce(sum(stars), 0) from ratings r where r.product_id = p.id)
        or p.rating_count <> (select count(*) from ratings r where r.product_id = p.id)`),
    ).toBe(0);
  });

  it('each demo order stores the public product as it was sold', async () => {
    const orders = await rows('select product_id, quantity, product_details from orders');
    expect(orders).not.toEqual([]);
    for (const { product_id, quantity, product_details } of orders) {
      const snapshot = publicProduct.strict().parse(product_details);
      expect(snapshot).toMatchObject({ _id: product_id, availability: 'available' });
      expect(snapshot.usageLimit).toBeGreaterThanOrEqual(Number(quantity));
    }
  });

  it('the demo has enquiries and an audit log', async () => {
    expect(await number('select count(*) from contacts')).toBe(demoEnquiries.length);
    expect(await number('select count(*) from contacts where is_resolved <> (resolved_at is not null)')).toBe(0);
    expect(await number('select count(*) from audit_log')).toBeGreaterThan(0);
  });

  it('no table of the demo contains a code or link in clear', async () => {
    const tables = await rows(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    const dumps = await Promise.all(
      tables.map(async ({ name }) => (await rows(`select string_agg(t::text, ' ') as dump from ${name} t`))[0]?.dump),
    );
    const dump = dumps.join('\n');
    expect(dump).toContain('Shop Administrator');
    // Codes of pools have this mark too.
    expect(dump).not.toContain('-DEMO-');
    for (const { code, productLink } of demoProducts) {
      for (const secret of productLink ? [code, productLink] : [code]) {
        expect(dump).not.toContain(secret);
        expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
        expect(dump).not.toContain(Buffer.from(secret).toString('base64'));
      }
    }
  });
});

describe('seedDemo without the catalogue', () => {
  it('a seed without the catalogue creates only the admin', async () => {
    const { shop, close } = await openEmptyShop();
    await seedDemo(shop, { admin: ADMIN, withCatalogue: false, say: () => {} });
    const counts = await shop.pool.query(
      'select (select count(*) from users) as users, (select count(*) from products) as products, (select count(*) from contacts) as contacts',
    );
    expect(counts.rows[0]).toEqual({ users: 1, products: 0, contacts: 0 });
    await close();
  });
});

describe('a seed that fails at its last table', () => {
  it('a failed seed leaves the database empty', async () => {
    const { shop, close } = await openEmptyShop();
    await shop.pool.query('alter table audit_log add constraint refuses_all check (false)');
    const seeding = seedDemo(shop, { admin: ADMIN, withCatalogue: true, say: () => {}, paint: async () => blot });
    await expect(seeding).rejects.toMatchObject({ constraint: 'refuses_all' });
    const { rows } = await shop.pool.query(
      'select (select count(*) from users) as users, (select count(*) from orders) as orders',
    );
    expect(rows[0]).toEqual({ users: 0, orders: 0 });
    await close();
  });
});
