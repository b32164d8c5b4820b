import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '@shop/contract/failures/messages';
import { HOLD_MINUTES } from '@shop/contract/limits/limits';
import { orderAmountPaise, toPaise } from '@shop/contract/money';
import type { Order, OrderDraft, PaymentOrder } from '@shop/contract/orders';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction, violates } from '../../../platform/database/database.ts';
import { ExpectedFailure, fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log/log.ts';
import { limit, type RateLimitDeps } from '../../../platform/rate-limit.ts';
import type { Metrics } from '../../../platform/telemetry/metrics.ts';
import type { Vault } from '../../../platform/vault.ts';
import {
  findProductForSale,
  refreshSoldOut,
  refreshSoldOutIfUnlocked,
  refreshSoldOutNowAndAfterCommit,
} from '../../catalogue/availability.service.ts';
import type { PaymentProviders } from '../../payments/payments.service.ts';
import { openProviderOrder } from '../../payments/provider/provider-orders.service.ts';
import { claimUnits } from '../../stock/units/holds.service.ts';
import { cancelOrder, type DeliveryDeps, deliverLockedUnits } from '../delivery/delivery.service.ts';
import { orderOnWire } from '../order-on-wire.ts';
import {
  claimProviderOrder,
  findOrderByKey,
  findOrderRow,
  insertOrder,
  lockBuyer,
  lockOrder,
  type OrderRow,
  releaseKey,
  updateOrder,
} from '../orders.queries.ts';
import { checkSale, draftHash, hasEnded, IDEMPOTENCY_KEY_MAX, isUnpaid, ORDERS_PER_MINUTE } from '../orders.rules.ts';
import { firstCheckAt } from '../payment/payment-checks.rules.ts';
import { paymentOrderOnWire } from './payment-order-on-wire.ts';
import { checkFree, checkPerCustomer, checkUnpaid, findBuyerHolds } from './purchase-limits.service.ts';

export type PlacingDeps = RateLimitDeps & { log: Log; metrics: Metrics; providers: PaymentProviders; vault: Vault };
type PlacedOrder = { message: string; paymentOrder: PaymentOrder | null; order: Order };

// A process has ten connections, so at most ten orders of one product run at the same time in it. With several processes
// the availability can be wrong for a moment: a refused order and a job each minute correct it.
const CONCURRENT_ORDERS_MAX = 10;

type Purchase = {
  buyerId: string;
  draft: OrderDraft;
  key: string | null;
  provider: string;
  now: Date;
  /** `RATE_LIMIT_FACTOR`: multiplies the limits. */
  factor: number;
};

/**
 * Holds units and opens an order at the provider. The hold is committed first, so that no database connection waits for the
 * provider, and released if the provider does not answer.
 */
export async function placeOrder(
  deps: PlacingDeps,
  user: SessionUser,
  draft: OrderDraft,
  key: string | null,
): Promise<PlacedOrder> {
  if (key !== null && key.length > IDEMPOTENCY_KEY_MAX) throw fail('malformed');
  const earlier = key === null ? undefined : await findOrderByKey(deps.db, { buyerId: user._id, key });
  if (earlier && !hasEnded(earlier)) return resumeOrder(deps, user, earlier, draft);
  if (earlier) {
    checkSameDraft(earlier, draft);
    await releaseKey(deps.db, earlier.id);
  }

  const provider = deps.providers.current.name;
  const { RATE_LIMIT_FACTOR: factor } = deps.config;
  const purchase = { buyerId: user._id, draft, key, provider, now: deps.clock.now(), factor };
  const { order, isNew } = await holdOrder(deps, purchase);
  if (!isNew) return resumeOrder(deps, user, order, draft);
  if (order.is_delivered) return placedOrder(deps, order);
  deps.metrics.ordersPlaced.inc();
  return openPayment(deps, order, { mayExist: false });
}

async function holdOrder(deps: PlacingDeps, purchase: Purchase): Promise<{ order: OrderRow; isNew: boolean }> {
  const { db, vault } = deps;
  // The rate limit is outside the transaction, so that a refused order counts too.
  await limit(deps, `create-order:${purchase.buyerId}`, ORDERS_PER_MINUTE);
  try {
    return await inTransaction(db, (db) => insertHeldOrder({ db, vault }, purchase));
  } catch (error) {
    if (violates(error, 'orders_one_live')) throw fail('alreadyPurchased');
    const isSoldOut = error instanceof ExpectedFailure && error.key === 'outOfStock';
    if (isSoldOut) await refreshSoldOutIfUnlocked(db, purchase.draft.productId);
    throw error;
  }
}

/** The statements of a `Promise.all` are sent in one packet and run in order: the lock comes before the counts. */
async function insertHeldOrder({ db, vault }: DeliveryDeps, { buyerId, draft, key, provider, now, factor }: Purchase) {
  const [{ person, active }, earlier, buyerHolds, product] = await Promise.all([
    lockBuyer(db, { buyerId }),
    key === null ? undefined : findOrderByKey(db, { buyerId, key }),
    findBuyerHolds(db, { buyerId, productId: draft.productId, now }),
    findProductForSale(db, draft.productId, now),
  ]);
  // The account was closed or deactivated after the session was looked up.
  if (!active) throw fail('notSignedIn');
  if (earlier) return { order: earlier, isNew: false };
  if (!product) throw fail('productNotFound');
  checkSale(product, draft, now);
  const id = newId();
  const amountPaise = orderAmountPaise(toPaise(product.price), draft.quantity);
  const isFree = amountPaise === 0;
  const isNearlySoldOut = product.usageLimit - draft.quantity < CONCURRENT_ORDERS_MAX * draft.quantity;
  const request = { buyerId, product, quantity: draft.quantity, now, isNearlySoldOut };
  await checkPerCustomer(db, request, person);
  // This check comes before the locks that other buyers wait for.
  if (product.usageLimit < draft.quantity) throw fail('outOfStock');
  if (isFree) await checkFree(db, request, factor);
  else await checkUnpaid(db, request, buyerHolds, factor);
  const until = minutesAfter(now, HOLD_MINUTES);
  const [order, units] = await Promise.all([
    insertOrder(db, {
      id,
      buyer_id: buyerId,
      product_id: product._id,
      quantity: draft.quantity,
      amount_paise: amountPaise,
      is_one_time_use: product.isOneTimeUse,
      hold_until: until,
      receipt: id,
      provider,
      idempotency_key: key,
      idempotency_hash: key === null ? null : draftHash(draft),
      product_details: product,
      next_check_at: isFree ? null : firstCheckAt(now),
      created_at: now,
      updated_at: now,
    }),
    claimUnits(db, { productId: product._id, orderId: id, quantity: draft.quantity, until, now }),
    isNearlySoldOut ? refreshSoldOutNowAndAfterCommit(db, product._id) : refreshSoldOut(db, product._id),
  ]);
  if (units.length < draft.quantity) throw fail('outOfStock');
  if (!isFree) return { order, isNew: true };
  const paid = { method: 'free', amountPaise: 0, paymentId: null, at: now };
  return { order: await deliverLockedUnits({ db, vault }, order, { units, paid }), isNew: true };
}

async function openPayment(
  deps: PlacingDeps,
  order: OrderRow,
  { mayExist }: { mayExist: boolean },
): Promise<PlacedOrder> {
  const { db, log, providers } = deps;
  try {
    const provider = providers.named(order.provider);
    const draft = { id: order.id, amountPaise: order.amount_paise, mayExist };
    const providerOrderId = await openProviderOrder({ provider, log }, draft);
    const opened = await claimProviderOrder(db, { id: order.id, providerOrderId });
    return placedOrder(deps, opened ? { ...order, ...opened } : ((await findOrderRow(db, { id: order.id })) ?? order));
  } catch (error) {
    const opened = await cancelUnopenedOrder(deps, order.id);
    if (!opened) throw error;
    return placedOrder(deps, opened);
  }
}

/**
 * Cancels an order that has no provider order, and releases its idempotency key for the buyer's next attempt. Returns the
 * order if another request with the same key has opened it.
 */
const cancelUnopenedOrder = ({ db, clock }: PlacingDeps, orderId: string): Promise<OrderRow | undefined> =>
  inTransaction(db, async (db) => {
    await lockOrder(db, { id: orderId });
    // Another request may have opened the order before the lock was free, so it is read after the lock.
    const order = await findOrderRow(db, { id: orderId });
    if (!order || order.abandoned_at !== null || !isUnpaid(order)) return undefined;
    if (order.provider_order_id !== null) return order;
    await cancelOrder(db, order, clock.now());
    await updateOrder(db, order, { payment_status: 'failed', idempotency_key: null, idempotency_hash: null });
    return undefined;
  });

function checkSameDraft(earlier: OrderRow, draft: OrderDraft): void {
  if (!earlier.idempotency_hash?.equals(draftHash(draft))) throw fail('idempotencyMismatch');
}

const OPENING_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 50;

/** A repeated key returns the same order. The first request may still be waiting for the provider, or have crashed. */
async function resumeOrder(
  deps: PlacingDeps,
  user: SessionUser,
  earlier: OrderRow,
  draft: OrderDraft,
): Promise<PlacedOrder> {
  checkSameDraft(earlier, draft);
  const isOpening = (order: OrderRow) =>
    order.provider_order_id === null && order.abandoned_at === null && isUnpaid(order);
  const isRecent = (order: OrderRow) => deps.clock.now().getTime() - order.created_at.getTime() < OPENING_TIMEOUT_MS;
  let order = earlier;
  while (isOpening(order) && isRecent(order)) {
    await pause(POLL_INTERVAL_MS);
    order = (await findOrderRow(deps.db, { id: order.id })) ?? order;
  }
  if (isOpening(order)) return openPayment(deps, order, { mayExist: true });
  // The order ended during the wait, so the buyer gets a new one.
  if (hasEnded(order)) return placeOrder(deps, user, draft, earlier.idempotency_key);
  return placedOrder(deps, order);
}

const placedOrder = (deps: PlacingDeps, order: OrderRow): PlacedOrder => ({
  message: order.is_delivered ? messages.orderPlaced : messages.orderCreated,
  paymentOrder: paymentOrderOnWire(deps.providers, order),
  order: orderOnWire(order),
});
