import type { Product } from '@shop/contract/products/product';
import { describe, expect, it } from 'vitest';
import { coverOf, decide, type SaleFacts } from './settlement.rules.ts';

const now = new Date('2026-06-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const PRICE_PAISE = 49_900;

const LIVE_ORDER = {
  payment_status: 'pending' as const,
  hold_until: now,
  cancelled_at: null,
  abandoned_at: null,
  updated_at: minutesAgo(5),
  quantity: 1,
  amount_paise: PRICE_PAISE,
  product_details: { expiryDate: '2026-12-31' } as Product,
  is_buyer_gone: false,
};
const CANCELLED = { hold_until: null, abandoned_at: minutesAgo(10) };
const PAST_EXPIRY = { product_details: { expiryDate: '2026-06-01' } as Product };

const PRODUCT = { isActive: true, price: 499, availability: 'available' } as Product;
const SALE: SaleFacts = { product: PRODUCT, hasBoughtAgain: false, isOverLimit: false, hasLiveOrder: false };
const BEFORE_CANCELLATION = { begunAt: minutesAgo(20) };

type Row = [string, string, { order?: object; facts?: object; sale?: Partial<SaleFacts>; product?: Partial<Product> }];

const decideOn = ({ order, facts, sale, product }: Row[2]) =>
  decide(
    { ...LIVE_ORDER, ...order },
    {
      cover: 'enough',
      begunAt: minutesAgo(1),
      sale: { ...SALE, product: { ...PRODUCT, ...product }, ...sale },
      ...facts,
    },
    now,
  );

describe('the decision about captured money', () => {
  it.each<Row>([
    ['delivers an order that holds its units', 'deliver', {}],
    ['delivers an order that holds its units without facts about the sale', 'deliver', { facts: { sale: undefined } }],
    ['delivers a cancelled order whose product is still offered', 'deliver', { order: CANCELLED }],
    [
      'delivers a failed order whose product is still offered',
      'deliver',
      { order: { ...CANCELLED, payment_status: 'failed' } },
    ],
    [
      'delivers at the old price if the payment began before the cancellation',
      'deliver',
      { order: CANCELLED, facts: BEFORE_CANCELLATION, product: { price: 599 } },
    ],
    ['delivers an order whose price has fallen', 'deliver', { order: CANCELLED, product: { price: 399 } }],
    ['delivers if the expiry date of the product was moved to a later day', 'deliver', { order: PAST_EXPIRY }],
    ['refunds a wrong amount', 'wrong-amount', { facts: { cover: 'wrong' } }],
    [
      'refunds the rest of a payment that was refunded in part',
      'wrong-amount',
      { facts: { cover: 'partly-returned' } },
    ],
    [
      'refunds a wrong amount for a paid order with the reason wrong-amount',
      'wrong-amount',
      { order: { payment_status: 'completed' }, facts: { cover: 'wrong' } },
    ],
    ['refunds money for a refunded order', 'closed', { order: { payment_status: 'refunded' } }],
    ['refunds a second payment', 'already-paid', { order: { payment_status: 'completed' } }],
    ['refunds if the buyer has closed the account', 'account-closed', { order: { is_buyer_gone: true } }],
    ['refunds an expired product', 'expired', { order: PAST_EXPIRY, product: { availability: 'expired' } }],
    ['refunds an expired product that was deleted', 'expired', { order: PAST_EXPIRY, sale: { product: undefined } }],
    [
      'refunds if the buyer has bought the product again',
      'bought-again',
      { order: CANCELLED, sale: { hasBoughtAgain: true } },
    ],
    [
      'refunds if the price has risen since the cancellation',
      'no-longer-offered',
      { order: CANCELLED, product: { price: 599 } },
    ],
    [
      'refunds if the product was taken off sale since the cancellation',
      'no-longer-offered',
      { order: CANCELLED, product: { isActive: false } },
    ],
    [
      'refunds if the product was deleted',
      'out-of-stock',
      { order: CANCELLED, facts: BEFORE_CANCELLATION, sale: { product: undefined } },
    ],
    ['refunds if the product is sold out', 'out-of-stock', { order: CANCELLED, product: { availability: 'sold-out' } }],
    [
      'refunds if the buyer would exceed the limit per customer',
      'over-limit',
      { order: CANCELLED, sale: { isOverLimit: true } },
    ],
    [
      'refunds if the buyer has another live order of a one-time product',
      'second-order',
      { order: CANCELLED, sale: { hasLiveOrder: true } },
    ],
  ])('%s (%s)', (_, expected, given) => {
    const decision = decideOn(given);
    expect(decision.action === 'refund' ? decision.reason : 'deliver').toBe(expected);
  });
});

describe('the cover of a payment', () => {
  const PAYMENT = { currency: 'INR', amountPaise: PRICE_PAISE, refundedPaise: 0, createdAt: minutesAgo(5) };
  const PROVIDER_ORDER = { id: 'order_1', receipt: null, isPaid: false, offerId: null };
  const BELOW_PRICE = { amountPaise: 39_900 };
  it.each<[string, string, object, object | undefined]>([
    ['a payment of the price is enough', 'enough', {}, undefined],
    [
      'an overpayment is enough after its excess was refunded',
      'enough',
      { amountPaise: 59_900, refundedPaise: 10_000 },
      undefined,
    ],
    ['a payment in another currency is wrong', 'wrong', { currency: 'USD' }, undefined],
    ['an overpayment is wrong', 'wrong', { amountPaise: 59_900 }, undefined],
    [
      'a payment of the price is partly returned after a partial refund',
      'partly-returned',
      { refundedPaise: 100 },
      undefined,
    ],
    [
      'an underpayment is wrong after a partial refund',
      'wrong',
      { ...BELOW_PRICE, refundedPaise: 100 },
      PROVIDER_ORDER,
    ],
    ['an underpayment waits until the provider marks the order as paid', 'waiting', BELOW_PRICE, {}],
    [
      'an underpayment is wrong if the provider does not mark the order in time',
      'wrong',
      { ...BELOW_PRICE, createdAt: minutesAgo(16) },
      {},
    ],
    [
      'an underpayment is enough if the provider applied an offer',
      'enough',
      BELOW_PRICE,
      { isPaid: true, offerId: 'offer_1' },
    ],
    ['an underpayment is wrong if the provider names no offer', 'wrong', BELOW_PRICE, { isPaid: true }],
  ])('%s (%s)', (_, cover, payment, opened) => {
    const providerOrder = opened && { ...PROVIDER_ORDER, ...opened };
    expect(coverOf({ amount_paise: PRICE_PAISE }, { ...PAYMENT, ...payment }, providerOrder, now)).toBe(cover);
  });
});
