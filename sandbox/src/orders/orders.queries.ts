import type { Slice } from '../collection.ts';
import type { Database } from '../database.ts';
import type { Notes } from '../request-body.ts';
import type { OrderDraft } from './orders.rules.ts';

export interface OrderRow {
  id: string;
  amountPaise: number;
  amountPaidPaise: number;
  receipt: string | null;
  offerId: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  createdAt: Date;
}

interface PaymentOfOrder {
  orderId: string;
  amountPaise: number;
  offerId: string | null;
}

// pg returns bigint as text. float8 holds every safe integer exactly.
const columns = `id, amount::float8 as "amountPaise",
  coalesce(amount_paid, case status when 'paid' then amount else 0 end)::float8 as "amountPaidPaise",
  receipt, offer_id as "offerId", status, attempts, notes, created_at as "createdAt"`;

export async function insertOrder(
  db: Database,
  order: OrderDraft & { id: string; createdAt: Date },
): Promise<OrderRow> {
  const { rows } = await db.query<OrderRow>(
    `insert into sandbox.orders (id, amount, receipt, offer_id, notes, created_at) values ($1, $2, $3, $4, $5, $6)
     returning ${columns}`,
    [order.id, order.amountPaise, order.receipt, order.offerId, order.notes, order.createdAt],
  );
  return rows[0] as OrderRow;
}

export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(`select ${columns} from sandbox.orders where id = $1`, [id]);
  return rows[0];
}

export async function findOrderForUpdate(db: Database, id: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(`select ${columns} from sandbox.orders where id = $1 for update`, [id]);
  return rows[0];
}

export async function listOrders(db: Database, filter: Slice & { receipt?: string }): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    `select ${columns} from sandbox.orders where $1::text is null or receipt = $1
     order by created_at desc, id limit $2 offset $3`,
    [filter.receipt ?? null, filter.count, filter.skip],
  );
  return rows;
}

export async function updateOrderAttempted(db: Database, id: string): Promise<void> {
  await db.query(
    `update sandbox.orders set attempts = attempts + 1,
       status = case status when 'created' then 'attempted' else status end
     where id = $1`,
    [id],
  );
}

/** Returns the order if this capture made it paid, in full or for less with an offer. */
export async function updateOrderPaid(
  db: Database,
  { orderId, amountPaise, offerId }: PaymentOfOrder,
): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(
    `update sandbox.orders set amount_paid = coalesce(amount_paid, 0) + $2,
       status = case when coalesce(amount_paid, 0) + $2 >= amount or coalesce(offer_id, $3) is not null
         then 'paid' else status end
     where id = $1 and status <> 'paid' returning ${columns}`,
    [orderId, amountPaise, offerId],
  );
  return rows[0]?.status === 'paid' ? rows[0] : undefined;
}
