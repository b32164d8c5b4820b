import type { RequestFailure } from '../../lib/api.ts';

/** Why a purchase did not happen, and what the buyer can do about it. */
export type PurchaseNotice = {
  text: string;
  hint?: string;
  /** What is offered: buy again, look at the orders, or only go back to the page. */
  nextStep: 'retry' | 'orders' | 'none';
};

const nextStepByCode: Record<string, PurchaseNotice['nextStep']> = {
  OUT_OF_STOCK: 'none',
  EXPIRED: 'none',
  NOT_FOR_SALE: 'none',
  NOT_FOUND: 'none',
  ALREADY_PURCHASED: 'orders',
  LIMIT_PER_CUSTOMER: 'orders',
  HOLD_TOO_LARGE: 'orders',
  TOO_MANY_UNPAID_ORDERS: 'none',
  PRICE_CHANGED: 'retry',
  TOO_MANY_REQUESTS: 'retry',
  PAYMENT_PROVIDER_UNAVAILABLE: 'retry',
  TEMPORARILY_UNAVAILABLE: 'retry',
};

const hintByCode: Record<string, string> = {
  LIMIT_PER_CUSTOMER: 'What you have bought before counts too. Choose fewer, or have a look at your orders.',
  HOLD_TOO_LARGE: 'Choose fewer, or finish or cancel the orders that you have not paid for.',
};

/** Of several, some may well be left: then 'sold out' would be the wrong word. */
const tooFewLeft = (quantity: number): PurchaseNotice => ({
  text: `Somebody was faster: fewer than ${quantity} are left.`,
  hint: 'The page now shows how many there are. Choose fewer and try again.',
  nextStep: 'none',
});

/** The server's reason where it gives one that helps, else the specification's sentence. */
export function creationNotice(failure: RequestFailure | undefined, quantity: number): PurchaseNotice {
  if (failure?.code === 'OUT_OF_STOCK' && quantity > 1) return tooFewLeft(quantity);
  const nextStep = failure?.code ? nextStepByCode[failure.code] : undefined;
  if (failure?.code && nextStep) return { text: failure.message, hint: hintByCode[failure.code], nextStep };
  return { text: 'Order creation failed. Please try again.', nextStep: 'retry' };
}

export const paymentNotice = (description: string): PurchaseNotice => ({
  text: `Payment failed: ${description}`,
  hint: 'You have not been charged.',
  nextStep: 'retry',
});

/** A refused proof is for support; an answer that never came settles itself on the server. */
export const verificationNotice = (failure: RequestFailure | undefined): PurchaseNotice => ({
  text: 'Payment verification failed. Please contact support.',
  hint:
    failure && failure.status > 0 && failure.status < 500
      ? failure.message
      : 'If you were charged, the order appears under your orders by itself within a few minutes.',
  nextStep: 'orders',
});
