import { randomBytes } from 'node:crypto';
import { daysAfter } from '@shop/api/platform/clock';
import { newId } from '@shop/api/platform/ids';
import type { Random } from './artwork/seeded-random.ts';
import type { ShelvedProduct } from './catalogue/shelf.ts';
import { DEMO_MARK } from './demo.queries.ts';
import type { DemoOrder } from './order-plan.ts';

/** What became of a planned order, and when. A paid one was either delivered or refunded. */
export type OrderFacts = {
  id: string;
  plan: DemoOrder;
  product: ShelvedProduct;
  buyerId: string;
  providerOrderId: string | null;
  createdAt: Date;
  /** Paid, failed or given up. */
  endedAt: Date;
  payment: { id: string } | null;
  delivery: { at: Date; unitIds: string[] } | null;
  refund: { at: Date } | null;
  rating: { stars: number; worked: boolean; at: Date } | null;
};

const LIMITS_MS = { paying: 180_000, delivering: 2_000, refunding: 6 * 3_600_000, rating: 4 * 86_400_000 };

/** Like the provider's own, which have fourteen such characters as well. */
export const demoProviderId = (kind: 'order' | 'pay' | 'rfnd'): string =>
  `${kind}_${DEMO_MARK}${randomBytes(5).toString('hex')}`;

type Setting = { product: ShelvedProduct; buyerId: string; random: Random; now: Date };

export function orderFacts(plan: DemoOrder, { product, buyerId, random, now }: Setting): OrderFacts {
  // Bounded by now, because the youngest orders are minutes old.
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
    // Given up before it reached the provider: the reconciler would otherwise ask for an order nobody knows.
    providerOrderId: outcome === 'abandoned' ? null : demoProviderId('order'),
    createdAt,
    endedAt,
    payment: outcome === 'completed' || outcome === 'refunded' ? { id: demoProviderId('pay') } : null,
    delivery: deliveredAt && { at: deliveredAt, unitIds: Array.from({ length: quantity }, newId) },
    refund: outcome === 'refunded' ? { at: soonAfter(endedAt, LIMITS_MS.refunding) } : null,
    rating: deliveredAt && plan.rating ? { ...plan.rating, at: soonAfter(deliveredAt, LIMITS_MS.rating) } : null,
  };
}
