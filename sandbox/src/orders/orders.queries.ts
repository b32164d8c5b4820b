import type { Slice } from '../collection.ts';
import type { Database } from '../database.ts';
import type { Notes } from '../request-body.ts';
import type { OrderDraft } from './orders.rules.ts';

export interface OrderRow {
  id: string;
  amountPaise: number;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  createdAt: Date;
}

// pg answers bigint as text; float8 holds every safe integer exactly.
const columns = 'id, amount::float8 as "amountPaise", receipt, status, attempts, notes, created_at as "createdAt"';

/** Answers nothing when the receipt has been used before. */
export async function insertOrder(
  db: Database,
  order: OrderDraft & { id: string; createdAt: Date },
): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(
    `insert into sandbox.orders (id, amount, receipt, notes, created_at) values ($1, $2, $3, $4, $5)
     on conflict (receipt) do nothing returning ${columns}`,
    [order.id, order.amountPaise, order.receipt, order.notes, order.createdAt],
  );
  return rows[0];
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

export async function updateOrderPaid(db: Database, id: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(
    `update sandbox.orders set status = 'paid' where id = $1 and status <> 'paid' returning ${columns}`,
    [id],
  );
  return rows[0];
}
