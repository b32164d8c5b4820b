import type { FailureCode } from '@shop/contract/failures';
import { expect, it } from 'vitest';
import { creationNotice } from './purchase-notice.ts';

const failure = (code: FailureCode) => ({ message: 'Why', status: 409, code, errors: {} });

it('tells a limit with what to do about it, and where what counts is found', () => {
  expect(creationNotice(failure('LIMIT_PER_CUSTOMER'), 3)).toMatchObject({
    text: 'Why',
    hint: expect.stringContaining('Choose fewer'),
    nextStep: 'orders',
  });
  expect(creationNotice(failure('HOLD_TOO_LARGE'), 3)).toMatchObject({ nextStep: 'orders' });
});

it('says sold out of one, and too few of several', () => {
  expect(creationNotice(failure('OUT_OF_STOCK'), 1).text).toBe('Why');
  expect(creationNotice(failure('OUT_OF_STOCK'), 3).text).toContain('fewer than 3 are left');
});

it.each<[FailureCode, string]>([
  ['LAST_UNITS_KEPT', 'retry'],
  ['TOO_MANY_GIVEN_UP_ORDERS', 'retry'],
  ['FREE_LIMIT', 'none'],
])('tells whom a wall holds up (%s) why', (code, nextStep) => {
  expect(creationNotice(failure(code), 1)).toEqual({ text: 'Why', nextStep });
});
