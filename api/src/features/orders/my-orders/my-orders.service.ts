import type { Page } from '@shop/contract/common';
import type { MyOrdersQuery, Order } from '@shop/contract/orders';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { pageOf, rowsOf } from '../../../platform/lists/page.ts';
import { orderOnWire } from '../order-on-wire.ts';
import { type OrderDeps, requireDelivered, requireOwnOrder } from '../orders.service.ts';
import { listOrdersOfBuyer, updateUsedAt } from './my-orders.queries.ts';
import { findOrderPosition } from './order-position.queries.ts';

/** A page of the buyer's orders; with `order`, the page that contains it. */
export async function listMyOrders(
  { db, clock }: OrderDeps,
  user: SessionUser,
  { page, limit, show, q, product, order }: MyOrdersQuery,
): Promise<Page<Order>> {
  const place = order ? await findOrderPosition(db, { buyerId: user._id, orderId: order }) : undefined;
  const range = { page: place === undefined ? page : Math.floor(place / limit) + 1, limit };
  const { rows, total } = await listOrdersOfBuyer(
    db,
    { buyerId: user._id, view: show, text: q || undefined, productId: product, now: clock.now() },
    rowsOf(range),
  );
  return pageOf(rows.map(orderOnWire), { ...range, total });
}

export async function markOrderUsed(
  { db, clock }: OrderDeps,
  user: SessionUser,
  id: string,
  { used }: { used: boolean },
): Promise<Order> {
  const order = await requireDelivered(db, user, id);
  const usedAt = used ? (order.used_at ?? clock.now()) : null;
  await updateUsedAt(db, { id, usedAt });
  return orderOnWire(await requireOwnOrder(db, user, id));
}
