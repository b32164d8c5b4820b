import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { PaymentProof } from './checkout/checkout.service.ts';
import { keys, type OpenSandbox, openSandbox } from './test-sandbox.ts';

let receiver: OpenSandbox['receiver'];
let sandbox: OpenSandbox['sandbox'];

beforeAll(async () => {
  const opened = await openSandbox();
  ({ receiver, sandbox } = opened);
  return opened.close;
});

function officialClient(keySecret = keys.keySecret): Razorpay {
  const client = new Razorpay({ key_id: keys.keyId, key_secret: keySecret });
  // The client offers no way to set its host; its types hide the axios instance.
  const { rq } = client.api as unknown as { rq: { defaults: { baseURL: string } } };
  rq.defaults.baseURL = sandbox.baseUrl;
  return client;
}

describe('the official client', () => {
  test('the official client creates, fetches and lists orders', async () => {
    const client = officialClient();
    const order = await client.orders.create({
      amount: 49_900,
      currency: 'INR',
      receipt: 'r-1',
      notes: { cart: 'c-9' },
    });
    expect(order).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 49_900,
      amount_paid: 0,
      amount_due: 49_900,
      currency: 'INR',
      receipt: 'r-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { cart: 'c-9' },
      created_at: expect.any(Number),
    });
    expect(Math.abs(order.created_at - Date.now() / 1000)).toBeLessThan(60);
    expect(await client.orders.fetch(order.id)).toEqual(order);
    await client.orders.create({ amount: 100, currency: 'INR', receipt: 'r-2' });
    const found = await client.orders.all({ receipt: 'r-1' });
    expect(found).toEqual({ entity: 'collection', count: 1, items: [order] });
    expect((await client.orders.all({ count: 1, skip: 1 })).items).toHaveLength(1);
  });

  test('the official client refunds a payment and accepts both signatures', async () => {
    const client = officialClient();
    const order = await client.orders.create({ amount: 49_900, currency: 'INR' });
    const { body: proof } = await sandbox.payByCard(order.id);
    const isProven = validatePaymentVerification(
      { order_id: order.id, payment_id: proof.razorpay_payment_id },
      proof.razorpay_signature,
      keys.keySecret,
    );
    expect(isProven).toBe(true);

    const { items } = await client.orders.fetchPayments(order.id);
    expect(items).toMatchObject([
      { id: proof.razorpay_payment_id, status: 'captured', captured: true, amount: 49_900 },
    ]);
    expect(await client.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      amount_paid: 49_900,
      amount_due: 0,
      attempts: 1,
    });

    const refund = await client.payments.refund(proof.razorpay_payment_id, { amount: 900 });
    expect(refund).toMatchObject({ entity: 'refund', amount: 900, payment_id: proof.razorpay_payment_id });
    await vi.waitFor(
      async () => expect(await client.refunds.fetch(refund.id)).toMatchObject({ status: 'processed' }),
      30_000,
    );
    expect(await client.payments.fetchMultipleRefund(proof.razorpay_payment_id, {})).toMatchObject({
      count: 1,
      items: [{ id: refund.id }],
    });
    expect(await client.payments.fetch(proof.razorpay_payment_id)).toMatchObject({
      amount_refunded: 900,
      refund_status: 'partial',
    });

    await vi.waitFor(
      () =>
        expect(receiver.eventsOf(order.id).sort()).toEqual([
          'order.paid',
          'payment.captured',
          'refund.created',
          'refund.processed',
        ]),
      30_000,
    );
    for (const { body, headers } of receiver.received) {
      expect(Razorpay.validateWebhookSignature(body, String(headers['x-razorpay-signature']), keys.webhookSecret)).toBe(
        true,
      );
    }
  });

  test('the official client reads, captures and loses an authorised payment', async () => {
    const client = officialClient();
    const [kept, released] = [await sandbox.createOrder(), await sandbox.createOrder()];
    const authorise = async (orderId: string) =>
      (await sandbox.call<PaymentProof>('POST', '/v1/test/authorize', { order_id: orderId })).body.razorpay_payment_id;
    const [keptId, releasedId] = [await authorise(kept), await authorise(released)];
    expect(await client.payments.fetch(keptId)).toMatchObject({ status: 'authorized', captured: false });
    expect(await client.payments.capture(keptId, 49_900, 'INR')).toMatchObject({ status: 'captured', captured: true });
    await expect(client.payments.capture(keptId, 49_900, 'INR')).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'This payment has already been captured' },
    });

    await sandbox.call('POST', '/v1/test/auto-refund', { payment_id: releasedId });
    expect(await client.payments.fetch(releasedId)).toMatchObject({
      status: 'refunded',
      captured: false,
      amount_refunded: 49_900,
      refund_status: 'full',
    });
    const { items } = await client.payments.fetchMultipleRefund(releasedId, {});
    const refundId = String(items[0]?.id);
    expect(await client.payments.fetchRefund(releasedId, refundId)).toMatchObject({ id: refundId, amount: 49_900 });
  });

  test('the official client lists and fetches disputes', async () => {
    const client = officialClient();
    const { body: proof } = await sandbox.payByCard(await sandbox.createOrder());
    const payment_id = proof.razorpay_payment_id;
    const { body: dispute } = await sandbox.call<{ id: string }>('POST', '/v1/test/dispute', { payment_id });
    expect(await client.disputes.fetch(dispute.id)).toMatchObject({ payment_id, status: 'open', amount: 49_900 });
    expect(await client.disputes.all({ count: 1 })).toMatchObject({ count: 1, items: [{ id: dispute.id }] });
  });

  test('the official client reports a wrong key and an unknown id', async () => {
    await expect(officialClient('wrong').orders.all()).rejects.toMatchObject({
      statusCode: 401,
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
    await expect(officialClient().payments.fetch('pay_unknown')).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' },
    });
  });
});
