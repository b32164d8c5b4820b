import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop({ SANDBOX_FAULTS: 'on' });

// The provider disables a webhook that refuses an event for a day, and payers can write the notes of a payment.
it.each([
  ['the NUL character', { 'a\0b': 'c\0d' }],
  ['half of a character', { 'a\ud83d': '\ude00' }],
])('an event is accepted and handled if its notes contain %s', async (_, notes) => {
  const payments = testPayments(shop);
  const order = await placeOrder(await shop.customer(), await buildProduct(shop));
  await payments.plan('webhook:order.paid', 'drop');
  await payments.plan('webhook:payment.captured', 'hold');
  await payments.payByCard(order.razorpayOrderId);
  const held = (await payments.heldWebhooks()).at(-1);
  const event = JSON.parse(held?.body ?? '');
  event.payload.payment.entity.notes = notes;
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', shop.paymentKeys.webhookSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  expect((await fetch(payments.webhookUrl, { method: 'POST', headers, body })).status).toBe(200);
  await shop.runJobs();
  const { rows } = await shop.pool.query('select is_delivered from orders where id = $1', [order._id]);
  expect(rows).toEqual([{ is_delivered: true }]);
});
