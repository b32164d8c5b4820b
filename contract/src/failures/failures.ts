import type { ImportReport } from '../stock.ts';
import { adminFailures } from './admin-failures.ts';

/** An expected failure of the API: status, stable machine word, and the text for people. */
export type Failure = { readonly status: number; readonly code: string; readonly message: string };

/** A constant of its own, so that the Access Denied page does not load the whole table. */
export const ACCESS_DENIED = "You don't have permission to access this page.";

export const failures = {
  malformed: { status: 400, code: 'MALFORMED', message: 'The request could not be read. Please try again.' },
  signatureMismatch: {
    status: 400,
    code: 'SIGNATURE_MISMATCH',
    message: 'Payment verification failed. Please contact support.',
  },
  resetTokenInvalid: {
    status: 400,
    code: 'RESET_TOKEN_INVALID',
    message: 'This reset link is invalid or has expired. Please request a new one.',
  },
  notSignedIn: { status: 401, code: 'NOT_SIGNED_IN', message: 'Please sign in to continue.' },
  invalidCredentials: { status: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' },
  wrongCode: {
    status: 401,
    code: 'WRONG_CODE',
    message: 'This code is wrong or was already used.',
  },
  passkeyRefused: {
    status: 401,
    code: 'PASSKEY_REFUSED',
    message: 'This passkey was not accepted. Try again, or sign in with your password.',
  },
  signInExpired: {
    status: 401,
    code: 'SIGN_IN_EXPIRED',
    message: 'This sign-in took too long. Please enter your password again.',
  },
  notAllowed: {
    status: 403,
    code: 'NOT_ALLOWED',
    message: ACCESS_DENIED,
  },
  freshProofRequired: {
    status: 403,
    code: 'FRESH_PROOF_REQUIRED',
    message: 'Please confirm your identity to continue.',
  },
  secondFactorRequired: {
    status: 403,
    code: 'SECOND_FACTOR_REQUIRED',
    message: 'Administrators sign in with a second factor. Please set one up in your account.',
  },
  secondFactorNotShown: {
    status: 403,
    code: 'SECOND_FACTOR_REQUIRED',
    message:
      'Your account has a second factor. Sign out and sign in again with it. If you have lost it, ask the owner of the shop to remove it.',
  },
  crossSite: {
    status: 403,
    code: 'CROSS_SITE_REQUEST',
    message: 'This request did not come from the shop itself and was refused.',
  },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'We could not find what you were looking for.' },
  productNotFound: { status: 404, code: 'NOT_FOUND', message: 'Product not found' },
  orderNotFound: { status: 404, code: 'NOT_FOUND', message: 'Order not found' },
  batchNotFound: { status: 404, code: 'NOT_FOUND', message: 'Batch not found' },
  alertLinkInvalid: {
    status: 404,
    code: 'ALERT_LINK_INVALID',
    message: 'This link is invalid. Please copy the whole link from the mail.',
  },
  emailTaken: {
    status: 409,
    code: 'EMAIL_TAKEN',
    message:
      'An account with this email already exists. Please sign in or reset your password. If neither works, contact us.',
  },
  tooManyPasskeys: {
    status: 409,
    code: 'TOO_MANY_PASSKEYS',
    message: 'You have twenty passkeys. Remove one that you no longer use first.',
  },
  twoFactorOn: { status: 409, code: 'TWO_FACTOR_ON', message: 'Two-factor sign-in is on already.' },
  twoFactorOff: { status: 409, code: 'TWO_FACTOR_OFF', message: 'Two-factor sign-in is not being set up.' },
  outOfStock: {
    status: 409,
    code: 'OUT_OF_STOCK',
    message: 'Sorry, this product has just sold out. Have a look at similar products.',
  },
  expired: { status: 409, code: 'EXPIRED', message: 'This product has expired and can no longer be bought.' },
  notForSale: { status: 409, code: 'NOT_FOR_SALE', message: 'This product is not for sale at the moment.' },
  /** Gives no reason, because it would reveal what a former account of the same address bought. */
  saleRefused: {
    status: 409,
    code: 'NOT_FOR_SALE',
    message: 'We cannot sell you this product at the moment. If you think this is a mistake, please contact us.',
  },
  alreadyPurchased: {
    status: 409,
    code: 'ALREADY_PURCHASED',
    message: 'This product can only be bought once per customer, and you already have an order for it.',
  },
  priceChanged: { status: 409, code: 'PRICE_CHANGED', message: 'The price of this product has changed.' },
  tooManyHolds: {
    status: 409,
    code: 'TOO_MANY_UNPAID_ORDERS',
    message: 'You have several unpaid orders open. Please finish or cancel one of them first.',
  },
  limitPerCustomer: {
    status: 409,
    code: 'LIMIT_PER_CUSTOMER',
    message: 'You have reached the number of this product that one customer can buy.',
  },
  holdTooLarge: {
    status: 409,
    code: 'HOLD_TOO_LARGE',
    message: 'You cannot reserve that many of this product. Please choose fewer.',
  },
  amountTooLarge: {
    status: 409,
    code: 'AMOUNT_TOO_LARGE',
    message: 'That is more than can be paid at once. You have not been charged. Please choose fewer, or contact us.',
  },
  lastUnitsKept: {
    status: 409,
    code: 'LAST_UNITS_KEPT',
    message:
      'Many unpaid orders are open, so the last of this product is reserved at the moment. ' +
      'Please try again in a few minutes.',
  },
  freeLimit: {
    status: 409,
    code: 'FREE_LIMIT',
    message: 'You have reached the limit of free items for today. Please come back tomorrow.',
  },
  notSoldOut: { status: 409, code: 'NOT_SOLD_OUT', message: 'This product is on sale now. You can buy it.' },
  idempotencyMismatch: {
    status: 409,
    code: 'IDEMPOTENCY_MISMATCH',
    message: 'This request was already made with different details. Please try again.',
  },
  paymentUnconfirmed: {
    status: 503,
    code: 'PAYMENT_UNCONFIRMED',
    message:
      'Your payment is still being confirmed. We deliver your order as soon as it is. You can follow it under My Orders.',
  },
  paymentRefunded: {
    status: 409,
    code: 'PAYMENT_REFUNDED',
    message: 'We could not deliver your order. We are refunding you in full.',
  },
  paymentUnderWay: {
    status: 409,
    code: 'PAYMENT_UNDER_WAY',
    message: 'Your bank is still confirming the payment of this order. Please do not pay again.',
  },
  orderPaid: { status: 409, code: 'ORDER_PAID', message: 'This order has been paid and cannot be deleted.' },
  orderNotDelivered: {
    status: 409,
    code: 'ORDER_NOT_DELIVERED',
    message: 'This order has not been delivered yet.',
  },
  codeTakenBack: {
    status: 409,
    code: 'ORDER_REFUNDED',
    message: 'This order was refunded before you opened its code, so the code is no longer available.',
  },
  tooManyWishes: {
    status: 409,
    code: 'TOO_MANY_WISHES',
    message: 'Your wish list is full with 100 products. Remove one first.',
  },
  tooLarge: { status: 413, code: 'TOO_LARGE', message: 'The request is too large.' },
  imageTooLarge: { status: 413, code: 'IMAGE_TOO_LARGE', message: 'Each image can be up to 10MB.' },
  wrongMediaType: {
    status: 415,
    code: 'WRONG_MEDIA_TYPE',
    message: 'This type of content is not accepted here.',
  },
  notAnImage: {
    status: 415,
    code: 'NOT_AN_IMAGE',
    message: 'Only PNG, JPG, GIF, WebP or AVIF images can be uploaded.',
  },
  validationFailed: { status: 422, code: 'VALIDATION_FAILED', message: 'Please check the highlighted fields.' },
  tooManyRequests: {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many attempts. Please wait a little and try again.',
  },
  tooManyReveals: {
    status: 429,
    code: 'TOO_MANY_REVEALS',
    message: 'You opened this order many times today. Please try again tomorrow, or contact us.',
  },
  waitAfterGivenUp: {
    status: 429,
    code: 'TOO_MANY_GIVEN_UP_ORDERS',
    message: 'You cancelled several orders in a row. Please wait a little before the next one.',
  },
  unexpected: {
    status: 500,
    code: 'UNEXPECTED',
    message: 'Something went wrong on our side. Please try again. If it happens again, contact support.',
  },
  providerUnavailable: {
    status: 503,
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    message: 'The payment provider is not answering. You have not been charged. Please try again in a minute.',
  },
  databaseUnavailable: {
    status: 503,
    code: 'TEMPORARILY_UNAVAILABLE',
    message: 'The shop is very busy. Please try again in a few seconds.',
  },
  ...adminFailures,
} as const satisfies Record<string, Failure>;

export type FailureKey = keyof typeof failures;
export type FailureCode = (typeof failures)[FailureKey]['code'];

/** The body of every failed call. */
export type FailureReply = {
  message: string;
  code: FailureCode;
  errors?: Record<string, string>;
  /** The refused lines of an import. */
  report?: ImportReport;
  requestId: string;
};
