import type { FailureCode } from '@shop/contract/failures/failures';
import type { Order } from '@shop/contract/orders';
import type { RequestFailure } from '../../../lib/api.ts';

/** Why a purchase failed and what the buyer can do next. */
export type PurchaseProblem = {
  /** Replaces the default title, which says that the order was not completed. */
  title?: string;
  text: string;
  hint?: string;
  /** The button on offer: try again, buy at the new price, go to the orders, or only close. */
  nextStep: 'retry' | 'new-price' | 'orders' | 'none';
};

const nextStepByCode: Partial<Record<FailureCode, PurchaseProblem['nextStep']>> = {
  OUT_OF_STOCK: 'none',
  EXPIRED: 'none',
  NOT_FOR_SALE: 'none',
  NOT_FOUND: 'none',
  ALREADY_PURCHASED: 'orders',
  LIMIT_PER_CUSTOMER: 'orders',
  HOLD_TOO_LARGE: 'orders',
  TOO_MANY_UNPAID_ORDERS: 'orders',
  FREE_LIMIT: 'none',
  AMOUNT_TOO_LARGE: 'none',
  PRICE_CHANGED: 'new-price',
  LAST_UNITS_KEPT: 'retry',
  TOO_MANY_GIVEN_UP_ORDERS: 'retry',
  TOO_MANY_REQUESTS: 'retry',
  PAYMENT_PROVIDER_UNAVAILABLE: 'retry',
  TEMPORARILY_UNAVAILABLE: 'retry',
};

const hintByCode: Partial<Record<FailureCode, string>> = {
  LIMIT_PER_CUSTOMER: 'Your earlier purchases count too. Choose fewer, or check your orders.',
  HOLD_TOO_LARGE: 'Choose fewer, or finish or cancel the orders that you have not paid for.',
};

/** Some units may be left if the buyer wanted several, so 'sold out' would be wrong. */
const tooFewLeft = (quantity: number): PurchaseProblem => ({
  text: `Somebody was faster: fewer than ${quantity} are left.`,
  hint: 'The page now shows how many there are. Choose fewer and try again.',
  nextStep: 'none',
});

/** Shows the server's message for known codes, else the specified text. */
export function orderCreationProblem(failure: RequestFailure | undefined, quantity: number): PurchaseProblem {
  if (failure?.code === 'OUT_OF_STOCK' && quantity > 1) return tooFewLeft(quantity);
  const nextStep = failure?.code ? nextStepByCode[failure.code] : undefined;
  if (failure?.code && nextStep) return { text: failure.message, hint: hintByCode[failure.code], nextStep };
  const hint = failure?.status === 0 ? `${failure.message} You have not been charged.` : undefined;
  return { text: 'Order creation failed. Please try again.', hint, nextStep: 'retry' };
}

export const paymentProblem = (description: string): PurchaseProblem => ({
  text: `Payment failed: ${description}`,
  hint: 'You have not been charged.',
  nextStep: 'retry',
});

const VERIFICATION_FAILED = 'Payment verification failed. Please contact support.';

/** The server refused the payment proof, and no money arrived. */
export const verificationProblem = (failure: RequestFailure): PurchaseProblem => ({
  text: VERIFICATION_FAILED,
  hint: failure.message === VERIFICATION_FAILED ? undefined : failure.message,
  nextStep: 'orders',
});

/** The bank refused the payment, or the buyer did not pay. */
export const unpaidProblem: PurchaseProblem = {
  text: 'Your bank did not confirm the payment.',
  hint: 'You have not been charged.',
  nextStep: 'retry',
};

/** The order expired while the bank was confirming. Late money is settled without the buyer. */
export const unconfirmedProblem: PurchaseProblem = {
  title: 'Your payment is not confirmed yet',
  text: 'Your bank has not answered within a quarter of an hour.',
  hint: 'If you were charged after all, the code appears under your orders by itself, or the money goes back.',
  nextStep: 'orders',
};

/** The payment arrived, but the order could not be delivered and is refunded. */
export const refundedProblem = ({ productDetails }: Order): PurchaseProblem => ({
  text: `${productDetails.title} was no longer available when your payment arrived.`,
  hint: 'We are refunding you in full.',
  nextStep: 'orders',
});
