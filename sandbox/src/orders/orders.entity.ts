import { notesOnTheWire } from '../request-body.ts';
import { CURRENCY, unixSeconds } from '../sandbox.ts';
import type { OrderRow } from './orders.queries.ts';

export type OrderEntity = ReturnType<typeof orderEntity>;

export function orderEntity(order: OrderRow) {
  const amountPaid = order.status === 'paid' ? order.amountPaise : 0;
  return {
    id: order.id,
    entity: 'order',
    amount: order.amountPaise,
    amount_paid: amountPaid,
    amount_due: order.amountPaise - amountPaid,
    currency: CURRENCY,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOnTheWire(order.notes),
    created_at: unixSeconds(order.createdAt),
  };
}
