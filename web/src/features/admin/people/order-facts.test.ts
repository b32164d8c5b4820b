import { expect, it } from 'vitest';
import { factsOf } from './order-facts.ts';

it('order facts show all amounts in rupees, also refunds', () => {
  expect(factsOf({ amountPaid: 1299, refundedAmount: 433, quantity: 2 })).toEqual([
    { label: 'Amount paid', value: '₹1,299' },
    { label: 'Refunded amount', value: '₹433' },
    { label: 'Quantity', value: '2' },
  ]);
});
