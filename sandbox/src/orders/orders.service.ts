import { newId } from '../ids.ts';
import { unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { findOrder, insertOrder, type OrderRow } from './orders.queries.ts';
import type { OrderDraft } from './orders.rules.ts';

/** A receipt may name several orders, as for every account that has not asked Razorpay to refuse that. */
export async function placeOrder(sandbox: Sandbox, draft: OrderDraft): Promise<OrderRow> {
  return insertOrder(sandbox.pool, { ...draft, id: newId('order'), createdAt: sandbox.now() });
}

export async function requireOrder(sandbox: Sandbox, id: string): Promise<OrderRow> {
  const order = await findOrder(sandbox.pool, id);
  if (!order) throw unknownId();
  return order;
}
