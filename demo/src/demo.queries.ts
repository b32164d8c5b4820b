import type { Database, Tables } from '@shop/api/tables';
import { type Insertable, sql } from 'kysely';

/** The tables in the order that the foreign keys require. */
const demoTables = [
  'users',
  'products',
  'batches',
  'goods',
  'code_fingerprints',
  'images',
  'orders',
  'provider_orders',
  'units',
  'deliveries',
  'delivered_units',
  'payments',
  'refunds',
  'ratings',
  'contacts',
  'audit_log',
] as const;
type DemoTable = (typeof demoTables)[number];

export type DemoRows = { [Table in DemoTable]: Insertable<Tables[Table]>[] };

/** PostgreSQL takes 65,535 parameters per statement, and the widest of these tables has 22 columns. */
const ROWS_A_STATEMENT = 1_000;

/** Products and goods refer to each other, so products are inserted without goods and updated afterwards. */
export async function insertDemoRows(db: Database, rows: Partial<DemoRows>): Promise<void> {
  for (const table of demoTables) await insertInChunks(db, table, rows[table] ?? []);
  await sql`
    update products set goods_id = goods.id from goods
    where goods.product_id = products.id and products.stock_kind = 'shared'`.execute(db);
  await sql`
    update products set stock_until = stock.until
    from (select product_id, max(expires_at) as until from units where state = 'available' group by product_id) as stock
    where stock.product_id = products.id and stock_until <> stock.until`.execute(db);
}

async function insertInChunks<Table extends DemoTable>(
  db: Database,
  table: Table,
  rows: DemoRows[Table],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_A_STATEMENT))
      .execute();
  }
}

/** Marks provider ids as parts of the demo. */
export const DEMO_MARK = 'Demo';

/** The payments of the demo, for the sandbox. */
export async function listDemoPayments(db: Database) {
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .selectAll('payments')
    .select('refunds.provider_refund_id')
    .where('provider_order_id', 'like', `order_${DEMO_MARK}%`)
    .execute();
  return payments.map((payment) => ({
    id: payment.id,
    orderId: payment.provider_order_id,
    receipt: payment.order_id,
    method: payment.method,
    amountPaise: payment.amount_paise,
    refundId: payment.status === 'refunded' ? payment.provider_refund_id : null,
    capturedAt: payment.captured_at,
  }));
}

/** Whether the shop already has a user. */
export const hasAnyUser = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
