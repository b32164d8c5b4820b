import { newId } from '../ids.ts';
import { unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { findOrder, insertOrder, type OrderRow } from './orders.queries.ts';
import type { OrderDraft } from './orders.rules.ts';

/** Several orders can have one receipt, which is the default of Razorpay accounts. */
export async function placeOrder(sandbox: Sandbox, draft: OrderDraft): Promise<OrderRow> {
  return insertOrder(sandbox.pool, { ...draft, id: newId('order'), createdAt: sandbox.now() });
}

export async function requireOrder(sandbox: Sandbox, id: string): Promise<OrderRow> {
  const order = await findOrder(sandbox.pool, id);
  if (!order) throw unknownId();
  return order;
}
