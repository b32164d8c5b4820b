import { HOLD_MINUTES, SHOP_NAME } from '@shop/contract/limits/limits';
import { toRupees } from '@shop/contract/money';
import type { Payment, PaymentOrder } from '@shop/contract/orders';
import { minutesAfter } from '../../platform/clock.ts';
import { violates } from '../../platform/database/database.ts';
import type { Database } from '../../tables.ts';
import {
  findCapturedPayment,
  findPaymentRow,
  insertNewPayment,
  insertPayment,
  type PaymentRow,
} from './payments.queries.ts';
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

type PaidFor = { orderId: string; provider: string; providerOrderId: string };

const captured = (payment: ProviderPayment, { orderId, provider, providerOrderId }: PaidFor): PaymentRow => ({
  id: payment.id,
  provider,
  order_id: orderId,
  provider_order_id: providerOrderId,
  method: payment.method,
  amount_paise: payment.amountPaise,
  status: 'captured',
  captured_at: payment.createdAt,
});

/** Undefined when this payment is on record already. */
export const recordPayment = (
  db: Database,
  payment: ProviderPayment,
  paidFor: PaidFor,
): Promise<CapturedPayment | undefined> => insertPayment(db, captured(payment, paidFor));

/** The transaction fails when this payment is on record already; see `isRecordedBefore`. */
export const recordNewPayment = (db: Database, payment: ProviderPayment, paidFor: PaidFor): Promise<CapturedPayment> =>
  insertNewPayment(db, captured(payment, paidFor));

export const isRecordedBefore = (error: unknown): boolean => violates(error, 'payments_pkey');

/** Whether a payment on record is kept, on its way back or returned; undefined when it is not on record. */
export const paymentState = async (db: Database, id: string): Promise<PaymentRow['status'] | undefined> =>
  (await findPaymentRow(db, id))?.status;

/** The payment an order stands on. */
export const findPaymentOfOrder = (db: Database, orderId: string): Promise<CapturedPayment | undefined> =>
  findCapturedPayment(db, orderId);

/** Whether the provider has said the last word: the money is there, or has been and is gone. */
export const isDecided = ({ isCaptured, status }: ProviderPayment): boolean => isCaptured || status === 'refunded';

/** Whether a bank may still confirm it. */
export const isOpen = ({ isCaptured, status }: ProviderPayment): boolean =>
  !isCaptured && (status === 'created' || status === 'authorized');

/** Whether it is waited for. Buyers walk away from a payment half made: after the hold it counts no more. */
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

/** What the browser opens the checkout dialog with. */
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
