import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { countDeliveredAndRefunded } from '../../../testing/checks/invariants.ts';
import { retryNow } from '../../../testing/checks/job-times.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import type { TestShop } from '../../../testing/test-shop.ts';

let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (shop: TestShop, id: string) =>
  (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];

const untilDelivered = (shop: TestShop, id: string, timeout = 30_000) =>
  vi.waitFor(async () => expect(await orderOf(shop, id)).toMatchObject({ is_delivered: true }), { timeout });

const untilNoEventIsOpen = () =>
  vi.waitFor(
    async () => {
      const open = await shop.pool.query('select 1 from provider_events where processed_at is null');
      expect(open.rowCount).toBe(0);
    },
    { timeout: 30_000 },
  );

/** Opens an order at the provider that the shop does not know. */
const openedElsewhere = async (receipt: string) =>
  (await payments.ask<{ id: string }>('POST', '/v1/orders', { amount: 49900, currency: 'INR', receipt })).body;

/** Sends a signed event about something that the sandbox does not know. */
async function notify(event: string, payload: object): Promise<void> {
  const body = JSON.stringify({ event, payload, created_at: 1 });
  const signature = createHmac('sha256', shop.paymentKeys.webhookSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  expect((await fetch(payments.webhookUrl, { method: 'POST', headers, body })).status).toBe(200);
}

/** Sends the proof and the events of one payment at the same time. */
async function race(shop: FaultyShop) {
  const { payments } = shop;
  const buyer = await shop.customer();
  const order = await placeOrder(buyer, await buildProduct(shop));
  await payments.plan('webhook:*', 'hold', { times: 2 });
  const proof = await payments.payByCard(order.razorpayOrderId);
  const [verified, events] = await Promise.all([
    buyer.call('verifyPayment', { body: proofOf(order._id, proof) }),
    payments.releaseEvents(),
  ]);
  return { buyer, order, statuses: [verified.status, ...events.map(({ status }) => status)] };
}

describe('a verification and webhooks at the same instant (fault 3)', () => {
  it('deliver once, mail once, and are all answered with 200', async () => {
    for (let round = 0; round < 12; round++) {
      const { buyer, statuses } = await race(shop);
      expect(statuses).toEqual([200, 200, 200]);
      await vi.waitFor(() => expect(shop.mails.to(buyer.user.email)).toHaveLength(1), { timeout: 30_000 });
    }
    await untilNoEventIsOpen();
    const ids = shop.mails.sent.map((mail) => mail.messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('control: without the unique key of payments, a payment is delivered and refunded', async () => {
    const unprotected = await openFaultyShop();
    await unprotected.pool.query('alter table payments drop constraint payments_pkey cascade');
    await race(unprotected);
    await vi.waitFor(async () => expect(await countDeliveredAndRefunded(unprotected.pool)).toBeGreaterThan(0), {
      timeout: 30_000,
    });
    await unprotected.close();
  });
});

describe('repeated events (fault 4)', () => {
  const payUnder = async (shop: FaultyShop, behaviour: string) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    // Without the other event of the payment, the control shows the effect of the repetition alone.
    await shop.payments.plan('webhook:order.paid', 'drop');
    await shop.payments.plan('webhook:payment.captured', behaviour);
    await shop.payments.payByCard(order.razorpayOrderId);
    return { buyer, order };
  };

  it.each(['duplicate:100', 'new-event-ids:100'])('have one effect (%s)', async (behaviour) => {
    const { buyer, order } = await payUnder(shop, behaviour);
    const pending = `select 1 from sandbox.webhooks where delivered_at is null
                     union all select 1 from provider_events where processed_at is null`;
    await vi.waitFor(async () => expect((await shop.pool.query(pending)).rowCount).toBe(0), { timeout: 30_000 });
    // A second attempt would mean that the first answer was not 2xx.
    const attempts = await shop.pool.query('select max(attempts)::int as most from sandbox.webhooks');
    expect(attempts.rows[0].most).toBe(1);
    await untilDelivered(shop, order._id);
    await vi.waitFor(() => expect(shop.mails.to(buyer.user.email)).toHaveLength(1), { timeout: 30_000 });
  });

  it.each([
    ['duplicate:100', ['provider_events', 'payments']],
    ['new-event-ids:100', ['payments']],
  ])('control: %s refunds a delivery without the unique keys of %j', async (behaviour, tables) => {
    const unprotected = await openFaultyShop();
    for (const table of tables)
      await unprotected.pool.query(`alter table ${table} drop constraint ${table}_pkey cascade`);
    await payUnder(unprotected, behaviour);
    await vi.waitFor(async () => expect(await countDeliveredAndRefunded(unprotected.pool)).toBeGreaterThan(0), {
      timeout: 30_000,
    });
    await unprotected.close();
  });
});

describe('events in every order (fault 5)', () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  it.each(orders)('complete the order (failed, captured and paid as %d %d %d)', async (...positions) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    await payments.plan('webhook:*', 'hold', { times: 3 });
    expect((await payments.payByUpi(order.razorpayOrderId, 'failure@razorpay')).status).toBe(400);
    expect(await orderOf(shop, order._id)).toMatchObject({ payment_status: 'pending', abandoned_at: null });
    await payments.payByCard(order.razorpayOrderId);
    const held = (await payments.heldWebhooks()).map(({ id }) => id);
    const answers = await payments.releaseEvents({ ids: positions.map((position) => held[position] ?? 0) });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await untilNoEventIsOpen();
    expect(await orderOf(shop, order._id)).toMatchObject({ payment_status: 'completed', is_delivered: true });
  });
});

describe('an event of an unknown provider order (fault 6)', () => {
  it('is settled by the receipt while the answer of the provider is on its way', async () => {
    const buyer = await shop.customer();
    const product = await buildProduct(shop);
    await payments.plan('create-order', 'delay:1500', { phase: 'after' });
    const creating = placeOrder(buyer, product);
    const made = await vi.waitFor(
      async () => {
        const { rows } = await shop.pool.query(
          'select theirs.id, ours.id as order_id from sandbox.orders theirs join orders ours on ours.receipt = theirs.receipt where ours.product_id = $1 and not exists (select from provider_orders where order_id = ours.id)',
          [product.id],
        );
        expect(rows).toHaveLength(1);
        return rows[0];
      },
      { timeout: 30_000, interval: 20 },
    );
    await payments.capture(made.id);
    await untilDelivered(shop, made.order_id);
    expect(await creating).toMatchObject({ _id: made.order_id, razorpayOrderId: made.id });
  });

  it('is kept and retried while its order is unknown', async () => {
    const theirs = await openedElsewhere(newId());
    await payments.capture(theirs.id);
    const openEvents = () =>
      shop.pool.query(`select id from provider_events where processed_at is null and payload::text like $1`, [
        `%${theirs.id}%`,
      ]);
    await vi.waitFor(async () => expect((await openEvents()).rowCount).toBe(2), { timeout: 30_000 });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    await shop.pool.query('update provider_orders set provider_order_id = $1 where order_id = $2', [
      theirs.id,
      order._id,
    ]);
    await vi.waitFor(
      async () => {
        await retryNow(shop.pool);
        expect((await openEvents()).rowCount).toBe(0);
      },
      { timeout: 30_000, interval: 100 },
    );
    await untilDelivered(shop, order._id);
  });

  it('is finished once a person has refunded a payment whose order a restore has lost', async () => {
    const lost = await openedElsewhere(newId());
    const { razorpay_payment_id: paid } = await payments.capture(lost.id);
    await payments.dashboardRefund(paid);
    const events = `select processed_at is not null as is_done from provider_events where payload::text like '%${paid}%'`;
    await vi.waitFor(
      async () => {
        await retryNow(shop.pool);
        expect((await shop.pool.query(events)).rows).toEqual(Array.from({ length: 4 }, () => ({ is_done: true })));
      },
      { timeout: 30_000, interval: 100 },
    );
    // The books need an order.
    await shop.pool.query('delete from sandbox.refunds where payment_id = $1', [paid]);
  });

  it('is ignored if the payment belongs to another user of the account', async () => {
    const theirs = await openedElsewhere('invoice-77');
    const { razorpay_payment_id: paid } = await payments.capture(theirs.id);
    const refund = { id: 'rfnd_Invoice77', payment_id: paid, amount: 100, status: 'processed' };
    await notify('refund.processed', { refund: { entity: refund } });
    const linked = { id: 'pay_PaymentLink01', order_id: null, amount: 100, currency: 'INR', method: 'upi' };
    const entity = { ...linked, status: 'captured', captured: true, created_at: 1 };
    await notify('payment.captured', { payment: { entity } });
    await vi.waitFor(
      async () => {
        const { rows } = await shop.pool.query(
          'select processed_at is not null as is_done from provider_events where payload::text ~ $1',
          [`${theirs.id}|${paid}|${linked.id}`],
        );
        expect(rows).toEqual(Array.from({ length: 4 }, () => ({ is_done: true })));
      },
      { timeout: 30_000 },
    );
    // Payments of others are not in the books of the shop.
    await shop.pool.query('delete from sandbox.payments where order_id = $1', [theirs.id]);
  });
});

describe('a wrong signature (fault 8)', () => {
  const body = JSON.stringify({ event: 'payment.captured', payload: { a: 1 } });
  const sign = (secret: string, text = body) => createHmac('sha256', secret).update(text).digest('hex');

  it.each([
    ['missing', () => undefined],
    ['short', () => sign(shop.paymentKeys.webhookSecret).slice(0, 32)],
    ['not hex', () => 'z'.repeat(64)],
    ['of another key', () => sign(shop.paymentKeys.keySecret)],
    [
      'of the same JSON, written otherwise',
      () => sign(shop.paymentKeys.webhookSecret, JSON.stringify(JSON.parse(body), null, 1)),
    ],
  ])('of an event is refused and writes nothing if it is %s', async (_, signature) => {
    const before = await shop.pool.query('select count(*)::int as n from provider_events');
    const value = signature();
    const reply = await fetch(payments.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(value && { 'x-razorpay-signature': value }) },
      body,
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    const after = await shop.pool.query('select count(*)::int as n from provider_events');
    expect(after.rows[0].n).toBe(before.rows[0].n);
  });

  it.each([
    ['empty', ''],
    ['short', 'abcdef'],
    ['not hex', 'z'.repeat(64)],
    ['of nobody', 'a'.repeat(64)],
  ])('of a proof is refused and writes nothing if it is %s', async (_, signature) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    await payments.plan('webhook:*', 'drop', { times: 2 });
    const proof = await payments.payByCard(order.razorpayOrderId);
    const forged = proofOf(order._id, { ...proof, razorpay_signature: signature });
    const reply = await buyer.call('verifyPayment', { body: forged });
    expect([reply.status, reply.body.code]).toEqual([400, 'SIGNATURE_MISMATCH']);
    expect(await orderOf(shop, order._id)).toMatchObject({ payment_status: 'pending', is_delivered: false });
    await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
  });
});

describe('the proof of a cheap order for an expensive one (fault 9)', () => {
  it('is refused, because only the stored provider order counts', async () => {
    const buyer = await shop.customer();
    const cheap = await placeOrder(buyer, await buildProduct(shop, { price: 1 }));
    const dear = await placeOrder(buyer, await buildProduct(shop, { price: 9999 }));
    const proof = await payments.payByCard(cheap.razorpayOrderId);
    for (const claimed of [proof.razorpay_order_id, dear.razorpayOrderId]) {
      const reply = await buyer.call('verifyPayment', {
        body: proofOf(dear._id, { ...proof, razorpay_order_id: claimed }),
      });
      expect([reply.status, reply.body.code]).toEqual([400, 'SIGNATURE_MISMATCH']);
    }
    expect(await orderOf(shop, dear._id)).toMatchObject({ payment_status: 'pending' });
    await untilDelivered(shop, cheap._id);
  });
});
