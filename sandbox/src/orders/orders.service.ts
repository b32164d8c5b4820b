import { newId } from '../ids.ts';
import { badRequest, unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { findOrder, insertOrder, type OrderRow } from './orders.queries.ts';
import type { OrderDraft } from './orders.rules.ts';

export async function placeOrder(sandbox: Sandbox, draft: OrderDraft): Promise<OrderRow> {
  const order = await insertOrder(sandbox.pool, { ...draft, id: newId('order'), createdAt: sandbox.now() });
  if (!order) throw badRequest('An order with this receipt already exists: the receipt must be unique.', 'receipt');
  return order;
}

export async function requireOrder(sandbox: Sandbox, id: string): Promise<OrderRow> {
  const order = await findOrder(sandbox.pool, id);
  if (!order) throw unknownId();
  return order;
}
