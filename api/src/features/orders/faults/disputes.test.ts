import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { type DisputeEvent, proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { type DisputedSales, disputedSales, PATIENCE, PRICE, SILENT } from '../../../testing/data/disputed-sales.ts';
import { permutationsOf } from '../../../testing/data/permutations.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { syncDisputes } from '../../payments/disputes/disputes.job.ts';
import { syncDispute } from '../../payments/disputes/disputes.service.ts';
import { insertEvent } from '../../payments/events/events.queries.ts';
import { processEvent } from '../../payments/events/events.service.ts';
import type { PaymentProvider } from '../../payments/provider/payment-provider.ts';
import { orderPaymentEvents } from '../payment/order-payment-events.ts';

const EVENTS: DisputeEvent[] = ['created', 'under_review', 'action_required', 'won', 'lost', 'closed'];

let shop: FaultyShop;
let payments: TestPayments;
let owner: SignedInClient;
let sales: DisputedSales;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});
beforeAll(async () => {
  owner = await shop.admin();
  sales = disputedSales(shop, owner);
});

describe('the record of a dispute (fault 45)', () => {
  it('a dispute has the state of the provider, in any order of its events', async () => {
    const { paymentId } = await sales.bought();
    const { id } = await payments.dispute(paymentId, 'created', SILENT);
    const course = ['open', 'under_review', 'open', 'under_review', 'lost', 'lost'];
    const setState = (state: string) =>
      shop.pool.query('update sandbox.disputes set status = $2, amount_deducted = $3 where id = $1', [
        id,
        state,
        state === 'lost' ? PRICE : 0,
      ]);
    const quiet = { ...sales.deps(), handlers: { ...orderPaymentEvents(shop), disputed: async () => {} } };
    // All 720 orders take a minute, so the test takes a sample of 32.
    const orders = permutationsOf(EVENTS).filter((_, place) => place % 23 === 0);
    for (const order of orders) {
      await shop.pool.query('delete from disputes where id = $1', [id]);
      for (const [step, event] of order.entries()) {
        await setState(course[step] ?? '');
        const eventId = `${order.join()}-${step}`;
        const payload = { dispute: { entity: { id } }, announcedAt: step };
        const type = `payment.dispute.${event}`;
        await insertEvent(shop.db, { id: eventId, provider: 'razorpay', type, payload, receivedAt: shop.clock.now() });
        await processEvent(quiet, { eventId });
        const seen = (await sales.disputesOf(paymentId)).map(({ state }) => state);
        if (seen.join() !== course[step]) expect([order, step, seen]).toEqual([order, step, [course[step]]]);
      }
    }
    expect(await sales.disputesOf(paymentId)).toEqual([{ state: 'lost', deducted_paise: PRICE }]);
  });

  it.each(['won', 'lost', 'closed'] as const)(
    'a dispute stays %s when its events come in reverse and again',
    async (end) => {
      const { paymentId, orderId } = await sales.bought();
      await payments.plan('webhook:*', 'hold', { times: 10 });
      for (const event of ['created', 'under_review', 'action_required', end] as const)
        await payments.dispute(paymentId, event);
      const held = await payments.heldWebhooks();
      expect(held).toHaveLength(4);
      await payments.releaseEvents({ reverse: true });
      await sales.untilEventsAreHandled();
      await payments.clearFaults();
      for (const { body } of held) await announceAgain(body);
      await sales.untilEventsAreHandled();
      expect(await sales.disputesOf(paymentId)).toEqual([{ state: end, deducted_paise: end === 'lost' ? PRICE : 0 }]);
      expect(await sales.orderOf(orderId)).toMatchObject({ payment_status: 'completed', is_delivered: true });
      expect(sales.disputeMails(owner, paymentId)).toEqual([]);
    },
  );

  it('a decided dispute stays as it is and raises an alarm if the provider changes it', async () => {
    const { paymentId } = await sales.bought();
    const { id } = await payments.dispute(paymentId, 'created');
    await payments.dispute(paymentId, 'lost');
    await sales.untilDispute(paymentId, { state: 'lost' });
    await shop.pool.query("update sandbox.disputes set status = 'open' where id = $1", [id]);
    await syncDisputes(sales.deps());
    expect(await sales.disputesOf(paymentId)).toEqual([{ state: 'lost', deducted_paise: PRICE }]);
    expect(sales.alarmsOf(id).at(-1)).toContain('the provider changed a dispute that was decided');
    await shop.pool.query("update sandbox.disputes set status = 'lost' where id = $1", [id]);
  });

  it('an older answer of the provider never replaces a newer one', async () => {
    const { paymentId } = await sales.bought();
    const { id } = await payments.dispute(paymentId, 'created');
    await sales.untilDispute(paymentId, { state: 'open' });
    await payments.dispute(paymentId, 'under_review');
    await sales.untilDispute(paymentId, { state: 'under_review' });
    await payments.dispute(paymentId, 'action_required', SILENT);
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const real = shop.providers.named('razorpay');
    const slow: PaymentProvider = {
      ...real,
      findDispute: async (id) => {
        const answer = await real.findDispute(id);
        asked.resolve();
        await gate.promise;
        return answer;
      },
    };
    const event = { disputeId: id, isActionRequired: false, at: shop.clock.now() };
    const slowly = syncDispute({ ...sales.deps(), providers: { current: slow, named: () => slow } }, 'razorpay', event);
    await asked.promise;
    // Meanwhile the events of open and under review were both handled.
    await syncDispute(sales.deps(), 'razorpay', event);
    await payments.dispute(paymentId, 'under_review');
    await sales.untilDispute(paymentId, { state: 'under_review' });
    gate.resolve();
    await slowly;
    expect(await sales.disputesOf(paymentId)).toMatchObject([{ state: 'under_review' }]);
    await payments.dispute(paymentId, 'won');
    await sales.untilDispute(paymentId, { state: 'won' });
  });

  it('an order whose dispute comes before its capture is delivered', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.dispute(proof.razorpay_payment_id, 'created');
    await sales.untilDispute(proof.razorpay_payment_id, { state: 'open' });
    await sales.untilOrder(order._id, { payment_status: 'completed', is_delivered: true });
    expect((await buyer.call('verifyPayment', { body: proofOf(order._id, proof) })).status).toBe(200);
    await payments.dispute(proof.razorpay_payment_id, 'closed');
    await sales.untilDispute(proof.razorpay_payment_id, { state: 'closed' });
  });

  it('a dispute about a payment that is not the shop’s is ignored', async () => {
    const body = { amount: PRICE, currency: 'INR', receipt: 'invoice-1' };
    const { body: theirs } = await payments.ask<{ id: string }>('POST', '/v1/orders', body);
    const { razorpay_payment_id: paymentId } = await payments.capture(theirs.id);
    await payments.dispute(paymentId, 'created');
    await payments.dispute(paymentId, 'lost');
    await sales.untilEventsAreHandled();
    await syncDisputes(sales.deps());
    expect(await sales.disputesOf(paymentId)).toEqual([]);
    await shop.pool.query('delete from sandbox.disputes where payment_id = $1', [paymentId]);
    await shop.pool.query('delete from sandbox.payments where id = $1', [paymentId]);
  });

  it('an open dispute raises an alarm and mails each owner once, with the date', async () => {
    const clerk = await shop.admin({ permissions: ['orders', 'support'] });
    const { paymentId, orderId } = await sales.bought();
    await payments.plan('webhook:payment.dispute.created', 'new-event-ids:3');
    const { id } = await payments.dispute(paymentId, 'created');
    await vi.waitFor(() => expect(sales.disputeMails(owner, paymentId)).toHaveLength(1), PATIENCE);
    await sales.untilEventsAreHandled();
    const [mail, ...others] = sales.disputeMails(owner, paymentId);
    const [{ respond_by }] = await sales.rowsOf('select respond_by from disputes where id = $1', id);
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' });
    expect(mail?.subject).toContain(`answer by ${day.format(respond_by).replace('Sept', 'Sep')}`);
    expect(mail?.text).toContain(orderId);
    expect(others).toEqual([]);
    expect(sales.disputeMails(clerk, paymentId)).toEqual([]);
    expect(sales.alarmsOf(id)).toEqual([expect.stringContaining('payment disputed')]);
    await payments.dispute(paymentId, 'under_review');
    await sales.untilDispute(paymentId, { state: 'under_review' });
    await payments.dispute(paymentId, 'action_required');
    await vi.waitFor(() => expect(sales.disputeMails(owner, paymentId)).toHaveLength(2), PATIENCE);
    expect(sales.alarmsOf(id)).toHaveLength(2);
    await payments.dispute(paymentId, 'won');
    await sales.untilDispute(paymentId, { state: 'won' });
  });

  it('money deducted at onset lowers the revenue until the dispute is won', async () => {
    const { paymentId, orderId } = await sales.bought();
    const before = await sales.revenueToday();
    await payments.dispute(paymentId, 'created', { deduct_at_onset: true });
    await sales.untilDispute(paymentId, { state: 'open', deducted_paise: PRICE });
    expect(await sales.revenueToday()).toBe(before - PRICE);
    expect(await exportedLine(orderId)).toMatch(/,499$/);
    await payments.dispute(paymentId, 'won');
    await sales.untilDispute(paymentId, { state: 'won', deducted_paise: 0 });
    expect(await sales.revenueToday()).toBe(before);
  });

  it('the nightly job finds a dispute and its end without any webhook', async () => {
    const { paymentId } = await sales.bought();
    await payments.dispute(paymentId, 'created', SILENT);
    await syncDisputes(sales.deps());
    expect(await sales.disputesOf(paymentId)).toMatchObject([{ state: 'open' }]);
    await vi.waitFor(() => expect(sales.disputeMails(owner, paymentId)).toHaveLength(1), PATIENCE);
    await payments.dispute(paymentId, 'lost', SILENT);
    await syncDisputes(sales.deps());
    expect(await sales.disputesOf(paymentId)).toEqual([{ state: 'lost', deducted_paise: PRICE }]);
  });

  it('the nightly job reads every page of the provider’s list', async () => {
    const first = await sales.bought();
    await payments.dispute(first.paymentId, 'created', SILENT);
    await payments.dispute(first.paymentId, 'lost', SILENT);
    const { paymentId } = await sales.bought();
    await shop.pool.query(
      `insert into sandbox.disputes (id, payment_id, amount, reason_code, phase, status, respond_by, created_at)
       select 'disp_page' || n, $1, 100, 'fraud', 'chargeback', 'won', now(), now() + interval '1 second'
       from generate_series(1, 120) as n`,
      [paymentId],
    );
    await syncDisputes(sales.deps());
    expect(await sales.disputesOf(paymentId)).toHaveLength(120);
    expect(await sales.disputesOf(first.paymentId)).toMatchObject([{ state: 'lost' }]);
  });
});

async function exportedLine(orderId: string) {
  const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const reply = await fetch(`${shop.url}/api/v1/admin/orders/export.csv`, { headers: { cookie } });
  return (await reply.text()).split('\r\n').find((line) => line.includes(orderId));
}

/** Sends the same body with another event id. */
async function announceAgain(body: string): Promise<void> {
  await shop.pool.query(
    `insert into sandbox.webhooks (event_id, event, body, held, due_at)
     values ('again-' || gen_random_uuid(), $1, $2, false, now())`,
    [JSON.parse(body).event, body],
  );
}
