import { notesOnTheWire } from '../request-body.ts';
import { CURRENCY, unixSeconds } from '../sandbox.ts';
import type { OrderRow } from './orders.queries.ts';

export type OrderEntity = ReturnType<typeof orderEntity>;

export function orderEntity(order: OrderRow) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amountPaise,
    amount_paid: order.amountPaidPaise,
    // The offer covers the rest.
    amount_due: order.status === 'paid' ? 0 : order.amountPaise - order.amountPaidPaise,
    currency: CURRENCY,
    receipt: order.receipt,
    offer_id: order.offerId,
    status: order.status,
    attempts: order.attempts,
    notes: notesOnTheWire(order.notes),
    created_at: unixSeconds(order.createdAt),
  };
}
