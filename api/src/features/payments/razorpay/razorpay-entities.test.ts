import { expect, it } from 'vitest';
import { collectionOf, paymentEntity, refundEntity } from './razorpay-entities.ts';

const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 100, status: 'processed' };
const payment = {
  id: 'pay_1',
  amount: 100,
  currency: 'INR',
  method: 'upi',
  status: 'captured',
  captured: true,
  created_at: 1_790_000_000,
};

it('unreadable entries in a list of refunds are skipped and reported', () => {
  const unreadable: object[] = [];
  const list = collectionOf(refundEntity, (facts) => unreadable.push(facts));
  const { items } = list.parse({ items: [refund, { ...refund, id: 'rfnd_2', amount: 'all' }, 'nothing', refund] });
  expect(items.map(({ id }) => id)).toEqual(['rfnd_1', 'rfnd_1']);
  expect(unreadable).toMatchObject([{ entity: 'rfnd_2' }, { entity: undefined }]);
});

it.each([
  ['processed', 'processed'],
  ['reversed', 'failed'],
  ['queued', 'pending'],
])('a refund that is %s counts as %s', (status, expected) => {
  expect(refundEntity.parse({ ...refund, status }).status).toBe(expected);
});

it('an unknown payment status counts as open unless the payment is captured', () => {
  const held = paymentEntity.parse({ ...payment, status: 'held', captured: false });
  expect(held).toMatchObject({ status: 'created', isCaptured: false });
  expect(paymentEntity.parse({ ...payment, status: 'partially_refunded' })).toMatchObject({ isCaptured: true });
});
