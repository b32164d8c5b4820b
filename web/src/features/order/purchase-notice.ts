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
  TOO_MANY_UNPAID_ORDERS: 'none',
  PRICE_CHANGED: 'retry',
  TOO_MANY_REQUESTS: 'retry',
  PAYMENT_PROVIDER_UNAVAILABLE: 'retry',
  TEMPORARILY_UNAVAILABLE: 'retry',
};

/** The server's reason where it gives one that helps, else the specification's sentence. */
export function creationNotice(failure: RequestFailure | undefined): PurchaseNotice {
  const nextStep = failure?.code ? nextStepByCode[failure.code] : undefined;
  if (failure && nextStep) return { text: failure.message, nextStep };
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
