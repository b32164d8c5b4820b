import { randomBytes } from 'node:crypto';
import { daysAfter } from '@shop/api/platform/clock';
import { newId } from '@shop/api/platform/ids';
import type { Random } from './artwork/seeded-random.ts';
import type { StockedProduct } from './catalogue/stocked-product.ts';
import { DEMO_MARK } from './demo.queries.ts';
import type { DemoOrder } from './order-plan.ts';

/** The outcome of a planned order, with its times. A paid order was either delivered or refunded. */
export type OrderFacts = {
  id: string;
  plan: DemoOrder;
  product: StockedProduct;
  buyerId: string;
  providerOrderId: string | null;
  createdAt: Date;
  /** When the order was paid, failed or cancelled. */
  endedAt: Date;
  payment: { id: string } | null;
  delivery: { at: Date; unitIds: string[] } | null;
  refund: { at: Date } | null;
  rating: { stars: number; worked: boolean; at: Date } | null;
};

const LIMITS_MS = { paying: 180_000, delivering: 2_000, refunding: 6 * 3_600_000, rating: 4 * 86_400_000 };

/** An id in the provider's format: a prefix and fourteen letters and digits. */
export const demoProviderId = (kind: 'order' | 'pay' | 'rfnd'): string =>
  `${kind}_${DEMO_MARK}${randomBytes(5).toString('hex')}`;

type Setting = { product: StockedProduct; buyerId: string; random: Random; now: Date };

export function orderFacts(plan: DemoOrder, { product, buyerId, random, now }: Setting): OrderFacts {
  // Never after `now`, because the newest orders are only minutes old.
  const soonAfter = (date: Date, limitMs: number): Date =>
    new Date(date.getTime() + Math.floor(random() * Math.min(limitMs, now.getTime() - date.getTime())));

  const { outcome, quantity } = plan;
  const createdAt = daysAfter(now, -plan.daysAgo);
  const endedAt = soonAfter(createdAt, LIMITS_MS.paying);
  const deliveredAt = outcome === 'completed' ? soonAfter(endedAt, LIMITS_MS.delivering) : null;
  return {
    id: newId(),
    plan,
    product,
    buyerId,
    // A cancelled order has no provider order, or the reconciler would ask the provider for an unknown one.
    providerOrderId: outcome === 'cancelled' ? null : demoProviderId('order'),
    createdAt,
    endedAt,
    payment: outcome === 'completed' || outcome === 'refunded' ? { id: demoProviderId('pay') } : null,
    delivery: deliveredAt && { at: deliveredAt, unitIds: Array.from({ length: quantity }, newId) },
    refund: outcome === 'refunded' ? { at: soonAfter(endedAt, LIMITS_MS.refunding) } : null,
    rating: deliveredAt && plan.rating ? { ...plan.rating, at: soonAfter(deliveredAt, LIMITS_MS.rating) } : null,
  };
}
