import { expect, it } from 'vitest';
import { orderStatusLabel } from './order-labels.ts';

const paid = { amountPaid: 499, refundedAmount: 0 };

it.each([
  ['Delivered', { ...paid, isDelivered: true, paymentStatus: 'completed', status: 'completed' }],
  ['Processing', { ...paid, isDelivered: false, paymentStatus: 'completed', status: 'processing' }],
  ['Awaiting payment', { ...paid, amountPaid: 0, isDelivered: false, paymentStatus: 'pending', status: 'pending' }],
  ['Payment failed', { ...paid, amountPaid: 0, isDelivered: false, paymentStatus: 'failed', status: 'cancelled' }],
  ['Refund on its way', { ...paid, isDelivered: true, paymentStatus: 'refunded', status: 'cancelled' }],
  ['Refunded', { ...paid, refundedAmount: 499, isDelivered: false, paymentStatus: 'refunded', status: 'cancelled' }],
] as const)('the order label is %s', (word, facts) => expect(orderStatusLabel(facts).word).toBe(word));
