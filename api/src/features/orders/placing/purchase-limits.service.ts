import { HOLD_MINUTES } from '@shop/contract/limits/limits';
import type { Product } from '@shop/contract/products/product';
import { daysAfter, minutesAfter } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import type { Database } from '../../../tables.ts';
import { countSellableUnits } from '../../stock/stock.service.ts';
import { lockBuyer, type OrderRow } from '../orders.queries.ts';
import {
  countBought,
  countFormerUnits,
  countFreeUnits,
  countOnSale,
  countSoldOutByHolds,
  findHoldsAndCancellations,
  findLiveOrder,
  hasCompleted,
  hasOneTimeOrder,
  hasPaid,
  lockLastUnits,
} from './purchase-limits.queries.ts';
import {
  CANCELLATIONS_COUNT_MINUTES,
  FREE_UNITS_A_DAY,
  HOLDS_MAX,
  SOLD_OUT_ALWAYS_ALLOWED,
  soldOutMax,
  unpaidUnitsMax,
  waitAfterCancellationsMs,
} from './purchase-limits.rules.ts';

/** `isNearlySoldOut`: the concurrent orders together could take the last units. */
type PurchaseRequest = { buyerId: string; product: Product; quantity: number; now: Date; isNearlySoldOut: boolean };
type BuyerHolds = Awaited<ReturnType<typeof findHoldsAndCancellations>>;

/** The buyer's unpaid orders and recent cancellations. The caller holds the buyer's lock. */
export const findBuyerHolds = (
  db: Database,
  { buyerId, productId, now }: { buyerId: string; productId: string; now: Date },
): Promise<BuyerHolds> =>
  findHoldsAndCancellations(db, { buyerId, productId, since: minutesAfter(now, -CANCELLATIONS_COUNT_MINUTES) });

/**
 * Checks the limits per customer; the caller holds the buyer's lock. Former accounts with the same address count too.
 * Anybody can register that address, so a limit that only a former account reaches is refused without a reason.
 */
export async function checkPerCustomer(
  db: Database,
  { buyerId, product, quantity }: PurchaseRequest,
  person: Buffer | null,
): Promise<void> {
  const most = product.maxPerCustomer;
  if (!most && !product.isOneTimeUse) return;
  const productId = product._id;
  // The unique key covers only orders that were placed while the product was one-time.
  if (product.isOneTimeUse && (await findLiveOrder(db, { buyerId, productId }))) throw fail('alreadyPurchased');
  const former = person ? await countFormerUnits(db, { buyerId, person, productId }) : { units: 0 };
  if (product.isOneTimeUse && former.units > 0) throw fail('saleRefused');
  if (!most) return;
  const own = await countBought(db, { buyerId, productId, exceptId: null });
  const left = most - own.units;
  if (quantity > left)
    throw fail(
      'limitPerCustomer',
      left > 0 ? { message: `One customer can buy ${most} of this product: you can buy ${left} more.` } : {},
    );
  if (quantity > left - former.units) throw fail('saleRefused');
}

type LateOrder = { id: string; buyer_id: string | null; quantity: number };

/** Whether a late order would exceed the limit per customer: the buyer may have ordered again since. */
export async function isOverLimit(db: Database, order: LateOrder, product: Product): Promise<boolean> {
  // Counted, because the unique key covers only orders that were placed while the product was one-time.
  const most = product.isOneTimeUse ? 1 : product.maxPerCustomer;
  if (!most || order.buyer_id === null) return false;
  await lockBuyer(db, { buyerId: order.buyer_id });
  const bought = { buyerId: order.buyer_id, productId: product._id, exceptId: order.id };
  const { units } = await countBought(db, bought);
  return units + order.quantity > most;
}

/** Whether the buyer bought the product again after this order ended. The lock serializes several late payments. */
export async function hasBoughtAgain(db: Database, order: OrderRow): Promise<boolean> {
  const { id: orderId, buyer_id: buyerId, product_id: productId, created_at: since } = order;
  if (buyerId === null) return false;
  await lockBuyer(db, { buyerId });
  return hasCompleted(db, { orderId, buyerId, productId, since });
}

/** Whether the buyer has another live order of a one-time product, by the rule of the unique key `orders_one_live`. */
export async function hasOtherLiveOrder(db: Database, order: OrderRow): Promise<boolean> {
  const { id: orderId, buyer_id: buyerId, product_id: productId } = order;
  return order.is_one_time_use && buyerId !== null && hasOneTimeOrder(db, { orderId, buyerId, productId });
}

/** Limits the free units that a person gets in a day. */
export async function checkFree(
  db: Database,
  { buyerId, quantity, now }: PurchaseRequest,
  factor: number,
): Promise<void> {
  const most = FREE_UNITS_A_DAY * factor;
  const taken = await countFreeUnits(db, buyerId, daysAfter(now, -1));
  if (taken.own + quantity > most) throw fail('freeLimit');
  if (taken.person + quantity > most) throw fail('saleRefused');
}

/** Limits the units that a buyer holds without paying. */
export async function checkUnpaid(
  db: Database,
  request: PurchaseRequest,
  buyerHolds: BuyerHolds,
  factor: number,
): Promise<void> {
  if (buyerHolds.holds >= HOLDS_MAX) throw fail('tooManyHolds');
  const waitMs = waitAfterCancellationsMs({
    count: Math.ceil(buyerHolds.cancelled / factor),
    lastAt: buyerHolds.last_cancelled_at,
    now: request.now,
  });
  if (waitMs > 0) throw fail('waitAfterGivenUp', { retryAfterSeconds: waitMs / 1000 });
  await checkUnits(db, request, buyerHolds.units);
  if (request.isNearlySoldOut) await checkLastUnits(db, request);
}

/** `unpaid`: the units that the buyer holds already. */
async function checkUnits(db: Database, { product, quantity, now }: PurchaseRequest, unpaid: number): Promise<void> {
  const wanted = unpaid + quantity;
  if (wanted <= unpaidUnitsMax(product.usageLimit)) return;
  // `usageLimit` counts only up to a maximum here.
  const most = unpaidUnitsMax(await countSellableUnits(db, { productId: product._id, now, most: 5 * wanted }));
  if (wanted <= most) return;
  const left = most - unpaid;
  throw fail('holdTooLarge', {
    message:
      left > 0
        ? `You can have up to ${most} of this product waiting for payment: ${left} more now.`
        : `You have ${unpaid} of this product waiting for payment. Please pay for them or cancel them first.`,
  });
}

/**
 * All accounts that have never paid can together sell out at most a fifth of the products with unpaid orders. An advisory
 * lock serializes their orders of last units.
 */
async function checkLastUnits(db: Database, { buyerId, product, quantity, now }: PurchaseRequest): Promise<void> {
  if (await hasPaid(db, buyerId)) return;
  await lockLastUnits(db);
  const left = await countSellableUnits(db, { productId: product._id, now, most: quantity + 1 });
  if (left > quantity) return;
  const { products: soldOut } = await countSoldOutByHolds(db, {});
  if (soldOut >= SOLD_OUT_ALWAYS_ALLOWED && soldOut >= soldOutMax({ soldOut, onSale: await countOnSale(db) }))
    throw fail('lastUnitsKept', { retryAfterSeconds: HOLD_MINUTES * 60 });
}
