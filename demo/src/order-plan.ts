import { between, pick, pickWeighted, type Random, wholeBetween } from './artwork/seeded-random.ts';
import type { DemoProduct } from './catalogue/demo-product.ts';
import type { DemoCustomer } from './people.ts';

export type DemoOrder = {
  customerIndex: number;
  productSlug: string;
  quantity: number;
  daysAgo: number;
  outcome: 'completed' | 'refunded' | 'failed' | 'cancelled';
  method: 'card' | 'upi';
  rating?: { stars: number; worked: boolean };
};

const ORDER_COUNT = 320;
const PERIOD_DAYS = 90;
const DAY_MS = 86_400_000;
const INDIA_OFFSET_MS = 5.5 * 3_600_000;
/** Sunday to Saturday: people buy more before and at the weekend. */
const WEEKDAY_WEIGHTS = [1.35, 0.75, 0.8, 0.85, 0.95, 1.25, 1.55];
/** Hours of the day in India. Busy hours are listed more than once. */
const BUSY_HOURS = [9, 11, 12, 13, 13, 16, 18, 19, 20, 20, 21, 21, 22, 23];

const outcomes: { outcome: DemoOrder['outcome']; share: number }[] = [
  { outcome: 'completed', share: 86 },
  { outcome: 'cancelled', share: 6 },
  { outcome: 'refunded', share: 4 },
  { outcome: 'failed', share: 4 },
];

/** A time in the busy hours of India, as days before now. Recent days and weekends are more likely. */
const planDaysAgo = (random: Random, now: Date): number => {
  const indianMidnight = Math.floor((now.getTime() + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS;
  const days = Array.from({ length: PERIOD_DAYS }, (_, daysBack) => daysBack);
  const daysBack = pickWeighted(random, days, (day) => {
    const weekday = new Date(indianMidnight - day * DAY_MS).getUTCDay();
    return (WEEKDAY_WEIGHTS[weekday] ?? 1) * (2.4 - 1.7 * (day / PERIOD_DAYS));
  });
  const instant = indianMidnight - daysBack * DAY_MS + (pick(random, BUSY_HOURS) + random()) * 3_600_000;
  const daysAgo = (now.getTime() + INDIA_OFFSET_MS - instant) / DAY_MS;
  return daysAgo > 0 ? daysAgo : between(random, 0.005, 0.4);
};

/** Products with low prices and large stocks sell more often. */
const popularity = (product: DemoProduct): number =>
  Math.sqrt(product.usageLimit + 4) / Math.log10(product.pricePaise + 100) ** 2;

const planRating = (random: Random): DemoOrder['rating'] => {
  if (random() > 0.55) return undefined;
  const stars = pickWeighted(random, [5, 4, 3, 2, 1], (star) => [0, 1, 2, 8, 30, 59][star] ?? 0);
  return { stars, worked: stars > 1 };
};

/** Orders of the 90 days before now, oldest first. */
export const demoOrders = (
  customers: readonly DemoCustomer[],
  products: readonly DemoProduct[],
  random: Random,
  now: Date,
): DemoOrder[] => {
  const eagerness = customers.map(() => between(random, 0.4, 1) ** 3);
  const boughtOnce = new Set<string>();
  const rated = new Set<string>();
  const instants = Array.from({ length: ORDER_COUNT }, () => planDaysAgo(random, now)).sort((a, b) => b - a);

  return instants.map((daysAgo) => {
    const joined = [...customers.keys()].filter((index) => (customers[index]?.joinedDaysAgo ?? 0) > daysAgo);
    const customerIndex = pickWeighted(random, joined, (index) => eagerness[index] ?? 0);
    const onSale = products.filter(
      ({ slug, expiryInDays }) => daysAgo > -expiryInDays && !boughtOnce.has(`${customerIndex} ${slug}`),
    );
    const product = pickWeighted(random, onSale, popularity);
    const purchase = `${customerIndex} ${product.slug}`;
    if (product.isOneTimeUse) boughtOnce.add(purchase);

    const { outcome } = pickWeighted(random, outcomes, ({ share }) => share);
    const rating = outcome === 'completed' && !rated.has(purchase) ? planRating(random) : undefined;
    if (rating) rated.add(purchase);
    return {
      customerIndex,
      productSlug: product.slug,
      quantity: product.isOneTimeUse || random() < 0.8 ? 1 : wholeBetween(random, 2, 3),
      daysAgo,
      outcome,
      method: random() < 0.58 ? 'upi' : 'card',
      ...(rating && { rating }),
    };
  });
};
