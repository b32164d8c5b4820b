import { HOLD_MINUTES, SHOP_NAME } from '@shop/contract/limits/limits';
import { toRupees } from '@shop/contract/money';
import type { Payment, PaymentOrder } from '@shop/contract/orders';
import { minutesAfter } from '../../platform/clock.ts';
import type { Database } from '../../tables.ts';
import { findCapturedPayment, findPaymentRow, insertPayment, type PaymentRow } from './payments.queries.ts';
import type { PaymentProvider, ProviderPayment } from './provider/payment-provider.ts';

export { hasOtherEvents } from './events/events.queries.ts';
export {
  type PaymentProvider,
  type PaymentProviders,
  ProviderBusy,
  type ProviderOrder,
  type ProviderPayment,
  ProviderUnavailable,
} from './provider/payment-provider.ts';
export type CapturedPayment = PaymentRow;

type PaidOrder = { orderId: string; provider: string; providerOrderId: string };

const capturedRow = (payment: ProviderPayment, { orderId, provider, providerOrderId }: PaidOrder): PaymentRow => ({
  id: payment.id,
  provider,
  order_id: orderId,
  provider_order_id: providerOrderId,
  method: payment.method,
  amount_paise: payment.amountPaise,
  status: 'captured',
  captured_at: payment.createdAt,
});

/** Returns undefined if the payment is already recorded. */
export const recordPayment = (
  db: Database,
  payment: ProviderPayment,
  order: PaidOrder,
): Promise<CapturedPayment | undefined> => insertPayment(db, capturedRow(payment, order));

/** Whether a payment is captured, being refunded or refunded; undefined when it is not recorded. */
export const paymentState = async (db: Database, id: string): Promise<PaymentRow['status'] | undefined> =>
  (await findPaymentRow(db, id))?.status;

/** The payment that paid an order. */
export const findPaymentOfOrder = (db: Database, orderId: string): Promise<CapturedPayment | undefined> =>
  findCapturedPayment(db, orderId);

/** Whether a payment can be settled: it was captured or refunded. */
export const isSettleable = ({ isCaptured, status }: ProviderPayment): boolean => isCaptured || status === 'refunded';

/** Whether a bank may still confirm the payment. */
export const isOpen = ({ isCaptured, status }: ProviderPayment): boolean =>
  !isCaptured && (status === 'created' || status === 'authorized');

/** Whether the shop waits for a payment. An open payment older than a hold is ignored, because buyers abandon payments. */
export const isUnderWay = (payment: ProviderPayment, now: Date): boolean =>
  isOpen(payment) && minutesAfter(payment.createdAt, HOLD_MINUTES) > now;

export const paymentOnWire = (payment: CapturedPayment): Payment => ({
  id: payment.id,
  method: payment.method,
  status: payment.status,
  amount: toRupees(payment.amount_paise),
  currency: 'INR',
  paidAt: payment.captured_at.toISOString(),
});

/** The data with which the browser opens the checkout dialog. */
export const paymentOrderOf = (
  provider: PaymentProvider,
  order: { providerOrderId: string; amountPaise: number; title: string },
): PaymentOrder => ({
  provider: provider.name,
  id: order.providerOrderId,
  amount: order.amountPaise,
  currency: 'INR',
  keyId: provider.keyId,
  checkoutUrl: provider.checkoutUrl,
  name: SHOP_NAME,
  description: order.title,
});
