import type { FailureCode } from '@shop/contract/failures/failures';
import { expect, it } from 'vitest';
import { orderCreationProblem, verificationProblem } from './purchase-problem.ts';

const failure = (code: FailureCode) => ({ message: 'Why', status: 409, code, errors: {} });

it('an exceeded limit comes with a hint and a link to the orders', () => {
  expect(orderCreationProblem(failure('LIMIT_PER_CUSTOMER'), 3)).toMatchObject({
    text: 'Why',
    hint: expect.stringContaining('Choose fewer'),
    nextStep: 'orders',
  });
  expect(orderCreationProblem(failure('HOLD_TOO_LARGE'), 3)).toMatchObject({ nextStep: 'orders' });
});

it('OUT_OF_STOCK says sold out for one unit and too few left for several', () => {
  expect(orderCreationProblem(failure('OUT_OF_STOCK'), 1).text).toBe('Why');
  expect(orderCreationProblem(failure('OUT_OF_STOCK'), 3).text).toContain('fewer than 3 are left');
});

it.each<[FailureCode, string]>([
  ['PRICE_CHANGED', 'new-price'],
  ['ALREADY_PURCHASED', 'orders'],
  ['TOO_MANY_UNPAID_ORDERS', 'orders'],
  ['OUT_OF_STOCK', 'none'],
  ['EXPIRED', 'none'],
  ['NOT_FOR_SALE', 'none'],
  ['LAST_UNITS_KEPT', 'retry'],
  ['TOO_MANY_GIVEN_UP_ORDERS', 'retry'],
  ['FREE_LIMIT', 'none'],
  ['AMOUNT_TOO_LARGE', 'none'],
])('the failure %s shows its message and offers the next step: %s', (code, nextStep) => {
  expect(orderCreationProblem(failure(code), 1)).toEqual({ text: 'Why', nextStep });
});

it('an unhelpful failure shows the specified text, and a lost connection a hint', () => {
  const specified = { text: 'Order creation failed. Please try again.', nextStep: 'retry' };
  expect(orderCreationProblem(failure('VALIDATION_FAILED'), 1)).toEqual(specified);
  expect(orderCreationProblem({ ...failure('NOT_FOUND'), code: null, status: 0 }, 1)).toEqual({
    ...specified,
    hint: 'Why You have not been charged.',
  });
});

it('a failed verification does not repeat the same text as a hint', () => {
  const message = 'Payment verification failed. Please contact support.';
  expect(verificationProblem({ ...failure('SIGNATURE_MISMATCH'), message })).toEqual({
    text: message,
    nextStep: 'orders',
  });
  expect(verificationProblem(failure('SIGNATURE_MISMATCH'))).toEqual({
    text: message,
    hint: 'Why',
    nextStep: 'orders',
  });
});
