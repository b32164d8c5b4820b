import type { CardSummary, PaymentFailure } from '../payments/payments.queries.ts';
import { badRequest } from '../provider-error.ts';
import { type Fields, fieldsOf, isFields, requiredText } from '../request-body.ts';

type Outcome = { kind: 'captured' } | { kind: 'late' } | { kind: 'failed'; failure: PaymentFailure };

/** The part of an instrument that may be stored. The full card number and the CVV stay in this file. */
export interface Instrument {
  method: 'card' | 'upi';
  card: CardSummary | null;
  vpa: string | null;
  outcome: Outcome;
}

export interface PayRequest {
  keyId: string;
  orderId: string;
  instrument: Instrument;
}

const authorizationFailure = { code: 'BAD_REQUEST_ERROR', step: 'payment_authorization' } as const;
const captured: Outcome = { kind: 'captured' };
const declined: Outcome = {
  kind: 'failed',
  failure: {
    ...authorizationFailure,
    description:
      "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
    source: 'bank',
    reason: 'payment_declined',
  },
};
const insufficientFunds: Outcome = {
  kind: 'failed',
  failure: {
    ...authorizationFailure,
    description: "Your payment didn't go through due to insufficient account balance. Try another payment method.",
    source: 'customer',
    reason: 'insufficient_funds',
  },
};

const testCards = new Map<string, { network: string; outcome: Outcome }>([
  ['4100280000001007', { network: 'Visa', outcome: captured }],
  ['5500670000001002', { network: 'MasterCard', outcome: captured }],
  ['6527658900001005', { network: 'RuPay', outcome: captured }],
  ['4100280000060003', { network: 'Visa', outcome: declined }],
  ['4100280000080001', { network: 'Visa', outcome: insufficientFunds }],
]);

const testVpas = new Map<string, Outcome>([
  ['success@razorpay', captured],
  ['failure@razorpay', declined],
  ['late@razorpay', { kind: 'late' }],
]);

export function parsePayRequest(body: unknown, now: Date): PayRequest {
  const fields = fieldsOf(body);
  const keyId = requiredText(fields, 'key_id');
  const orderId = requiredText(fields, 'order_id');
  const method = requiredText(fields, 'method');
  if (method === 'card') return { keyId, orderId, instrument: parseCard(fields.card, now) };
  if (method === 'upi') return { keyId, orderId, instrument: parseVpa(fields) };
  throw badRequest('The method must be card or upi.', 'method');
}

function parseCard(card: unknown, now: Date): Instrument {
  const fields: unknown = card ?? {};
  if (!isFields(fields)) throw badRequest('The card must be an object.', 'card');
  const number = requiredText(fields, 'number').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw badRequest('The card number is not valid. Check the digits, or choose one of the test cards.', 'number');
  }
  const testCard = testCards.get(number);
  if (!testCard) {
    throw badRequest('This is a test payment and takes no real card. Choose one of the test cards.', 'number');
  }
  if (!isValidExpiry(requiredText(fields, 'expiry'), now)) {
    throw badRequest('The expiry must be this month or later, written as MM/YY.', 'expiry');
  }
  if (!/^\d{3,4}$/.test(requiredText(fields, 'cvv')))
    throw badRequest('The CVV is the 3 or 4 digits on the card.', 'cvv');
  const name = requiredText(fields, 'name');
  return {
    method: 'card',
    card: { name, last4: number.slice(-4), network: testCard.network },
    vpa: null,
    outcome: testCard.outcome,
  };
}

function parseVpa(fields: Fields): Instrument {
  const vpa = requiredText(fields, 'vpa').toLowerCase();
  const outcome = testVpas.get(vpa);
  if (!outcome) {
    throw badRequest(`This is a test payment. Use one of the UPI IDs ${[...testVpas.keys()].join(', ')}.`, 'vpa');
  }
  return { method: 'upi', card: null, vpa, outcome };
}

/** A card is valid until the end of its printed month. */
export function isValidExpiry(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  return month !== undefined && now.getTime() < Date.UTC(2000 + Number(year), Number(month));
}

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
