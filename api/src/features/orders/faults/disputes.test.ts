import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildProduct } from '../../../testing/builders.ts';
import { type FaultyShop, faultRows, openFaultyShop } from '../../../testing/fault-rows.ts';
import { bringForward, retryNow } from '../../../testing/job-times.ts';
import { permutationsOf } from '../../../testing/permutations.ts';
import { buy, placeOrder } from '../../../testing/purchases.ts';
import { type DisputeEvent, proofOf, type TestPayments } from '../../../testing/test-payments.ts';
import type { SignedInClient } from '../../../testing/test-sessions.ts';
import { readShopState } from '../../admin/shop-state.queries.ts';
import { followDisputes } from '../../payments/disputes.job.ts';
import { followDispute } from '../../payments/disputes.service.ts';
import { insertEvent } from '../../payments/events.queries.ts';
import { processEvent } from '../../payments/events.service.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import { REFUND_JOB } from '../../payments/refund-job.ts';
import type { RefundDeps } from '../../payments/refunds.service.ts';
import { orderMoney } from '../money-listener.ts';
import { salesByDay } from '../sales.service.ts';

const PRICE = 49_900;
const SILENT = { webhook: false };
const PATIENCE = { timeout: 30_000 };
const EVENTS: DisputeEvent[] = ['created', 'under_review', 'action_required', 'won', 'lost', 'closed'];
let shop: FaultyShop;
let payments: TestPayments;
let owner: SignedInClient;
faultRows(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});
beforeAll(async () => {
  owner = await shop.admin();
});

const deps = (): RefundDeps => ({ ...shop, listener: orderMoney(shop) });
const rowsOf = async (sql: string, ...values: unknown[]) => (await shop.pool.query(sql, values)).rows;
const disputesOf = (paymentId: string) =>
  rowsOf('select state, deducted_paise::int from disputes where payment_id = $1 order by created_at', paymentId);
const untilDispute = (paymentId: string, facts: object) =>
  vi.waitFor(async () => expect(await disputesOf(paymentId)).toMatchObject([facts]), PATIENCE);
const orderOf = async (id: string) => (await rowsOf('select * from orders where id = $1', id))[0];
const untilOrder = (id: string, facts: object) =>
  vi.waitFor(async () => expect(await orderOf(id)).toMatchObject(facts), PATIENCE);
const refundsOf = (orderId: string) =>
  rowsOf('select amount_paise::int, origin, status from refunds where order_id = $1 order by amount_paise', orderId);
const sentBack = async (paymentId: string) =>
  (await rowsOf('select amount_refunded::int as paise from sandbox.payments where id = $1', paymentId))[0].paise;
const alarmsOf = (id: string) =>
  shop
    .logged()
    .split('\n')
    .filter((line) => line.includes('"alarm":true') && line.includes(id));
const disputeMails = (client: SignedInClient, paymentId: string) =>
  shop.mails.to(client.user.email).filter(({ subject, text }) => /disputed/.test(subject) && text.includes(paymentId));
const OPEN_EVENTS = `select event as type from sandbox.webhooks where delivered_at is null
  union all select type from provider_events where processed_at is null`;
const untilAllIsHeard = () =>
  vi.waitFor(async () => {
    await retryNow(shop.pool);
    expect(await rowsOf(OPEN_EVENTS)).toEqual([]);
  }, PATIENCE);
const refund = (orderId: string) =>
  owner.call('adminUpdateOrder', { params: { id: orderId }, body: { paymentStatus: 'refunded' } });
/** Runs what is left of the shop's refunds now, and waits for its end. */
const untilRefundsRan = () =>
  vi.waitFor(async () => {
    await bringForward(shop.pool, REFUND_JOB);
    const waiting = `select 1 from graphile_worker._private_jobs where task_id =
      (select id from graphile_worker._private_tasks where identifier = $1)`;
    expect(await rowsOf(waiting, REFUND_JOB)).toEqual([]);
  }, PATIENCE);

async function bought() {
  const product = await buildProduct(shop, { units: 1 });
  const buyer = await shop.customer();
  const { order, payment } = await buy(buyer, payments, product);
  return { product, buyer, orderId: order._id as string, paymentId: payment.id as string };
}

/** The operator asks for a refund, and the provider takes none for now. */
async function boughtAndRefundAsked() {
  const sale = await bought();
  await payments.plan('refund', 'status-500', { times: 100 });
  expect((await refund(sale.orderId)).status).toBe(200);
  return sale;
}

async function untilHeld(paymentId: string) {
  await payments.forgetFaults();
  await untilRefundsRan();
  expect(await sentBack(paymentId)).toBe(0);
}

describe('45: the events of a dispute', () => {
  it('never move the record by their order: it is where the provider is', async () => {
    const { paymentId } = await bought();
    const { id } = await payments.dispute(paymentId, 'created', SILENT);
    const course = ['open', 'under_review', 'open', 'under_review', 'lost', 'lost'];
    const setState = (state: string) =>
      shop.pool.query('update sandbox.disputes set status = $2, amount_deducted = $3 where id = $1', [
        id,
        state,
        state === 'lost' ? PRICE : 0,
      ]);
    const quiet = { ...deps(), listener: { ...orderMoney(shop), disputed: async () => {} } };
    // All 720 take a minute: a sample of 32.
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
        const seen = (await disputesOf(paymentId)).map(({ state }) => state);
        if (seen.join() !== course[step]) expect([order, step, seen]).toEqual([order, step, [course[step]]]);
      }
    }
    expect(await disputesOf(paymentId)).toEqual([{ state: 'lost', deducted_paise: PRICE }]);
  });

  it.each(['won', 'lost', 'closed'] as const)('last first and repeated leave a dispute %s', async (end) => {
    const { paymentId, orderId } = await bought();
    await payments.plan('webhook:*', 'hold', { times: 10 });
    for (const event of ['created', 'under_review', 'action_required', end] as const)
      await payments.dispute(paymentId, event);
    const held = await payments.heldWebhooks();
    expect(held).toHaveLength(4);
    await payments.releaseWebhooks({ reverse: true });
    await untilAllIsHeard();
    await payments.forgetFaults();
    for (const { body } of held) await announceAgain(body);
    await untilAllIsHeard();
    expect(await disputesOf(paymentId)).toEqual([{ state: end, deducted_paise: end === 'lost' ? PRICE : 0 }]);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'completed', is_delivered: true });
    expect(disputeMails(owner, paymentId)).toEqual([]);
  });

  it('that says lost is final, whatever the provider says later: a person is called', async () => {
    const { paymentId } = await bought();
    const { id } = await payments.dispute(paymentId, 'created');
    await payments.dispute(paymentId, 'lost');
    await untilDispute(paymentId, { state: 'lost' });
    await shop.pool.query("update sandbox.disputes set status = 'open' where id = $1", [id]);
    await followDisputes(deps());
    expect(await disputesOf(paymentId)).toEqual([{ state: 'lost', deducted_paise: PRICE }]);
    expect(alarmsOf(id).at(-1)).toContain('the provider changed a dispute that was decided');
    await shop.pool.query("update sandbox.disputes set status = 'lost' where id = $1", [id]);
  });

  it('that are read at once: an older answer never replaces a newer one', async () => {
    const { paymentId } = await bought();
    const { id } = await payments.dispute(paymentId, 'created');
    await untilDispute(paymentId, { state: 'open' });
    await payments.dispute(paymentId, 'under_review');
    await untilDispute(paymentId, { state: 'under_review' });
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
    const news = { disputeId: id, isActionRequired: false, at: shop.clock.now() };
    const slowly = followDispute({ ...deps(), providers: { current: slow, named: () => slow } }, 'razorpay', news);
    await asked.promise;
    // Meanwhile: open, under review again, and both were heard.
    await followDispute(deps(), 'razorpay', news);
    await payments.dispute(paymentId, 'under_review');
    await untilDispute(paymentId, { state: 'under_review' });
    gate.resolve();
    await slowly;
    expect(await disputesOf(paymentId)).toMatchObject([{ state: 'under_review' }]);
    await payments.dispute(paymentId, 'won');
    await untilDispute(paymentId, { state: 'won' });
  });

  it('before the capture is known deliver the order and record the dispute', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.dispute(proof.razorpay_payment_id, 'created');
    await untilDispute(proof.razorpay_payment_id, { state: 'open' });
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'completed', is_delivered: true });
    expect((await buyer.call('verifyPayment', { body: proofOf(order._id, proof) })).status).toBe(200);
    await payments.dispute(proof.razorpay_payment_id, 'closed');
    await untilDispute(proof.razorpay_payment_id, { state: 'closed' });
  });

  it('before the capture is known hold the refund of an order that is not delivered', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(await shop.customer(), product);
    await owner.call('adminUpdateOrder', { params: { id: order._id }, body: { paymentStatus: 'refunded' } });
    const { razorpay_payment_id: paymentId } = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.dispute(paymentId, 'created');
    await untilDispute(paymentId, { state: 'open' });
    await untilHeld(paymentId);
    expect(await refundsOf(order._id)).toEqual([{ amount_paise: PRICE, origin: 'shop', status: 'requested' }]);
    await payments.dispute(paymentId, 'lost');
    const returned = [{ amount_paise: PRICE, origin: 'provider', status: 'processed' }];
    await vi.waitFor(async () => expect(await refundsOf(order._id)).toEqual(returned), PATIENCE);
    expect(await sentBack(paymentId)).toBe(0);
  });

  it('about a payment of somebody else on the same account are passed over', async () => {
    const body = { amount: PRICE, currency: 'INR', receipt: 'invoice-1' };
    const { body: theirs } = await payments.ask<{ id: string }>('POST', '/v1/orders', body);
    const { razorpay_payment_id: paymentId } = await payments.capture(theirs.id);
    await payments.dispute(paymentId, 'created');
    await payments.dispute(paymentId, 'lost');
    await untilAllIsHeard();
    await followDisputes(deps());
    expect(await disputesOf(paymentId)).toEqual([]);
    await shop.pool.query('delete from sandbox.disputes where payment_id = $1', [paymentId]);
    await shop.pool.query('delete from sandbox.payments where id = $1', [paymentId]);
  });

  it('after a refund: the loss is in the books, and the mail names the refund', async () => {
    const { orderId, paymentId } = await bought();
    await refund(orderId);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
    const { paise: before } = await revenueToday();
    await payments.dispute(paymentId, 'created');
    await vi.waitFor(() => expect(disputeMails(owner, paymentId)).toHaveLength(1), PATIENCE);
    expect(disputeMails(owner, paymentId)[0]?.text).toContain('has been refunded');
    await payments.dispute(paymentId, 'lost');
    await untilDispute(paymentId, { state: 'lost', deducted_paise: PRICE });
    expect((await revenueToday()).paise).toBe(before - PRICE);
  });
});

describe('45: an open dispute', () => {
  it('raises an alarm and mails each owner once, with the date to answer by', async () => {
    const clerk = await shop.admin({ permissions: ['orders', 'support'] });
    const { paymentId, orderId } = await bought();
    await payments.plan('webhook:payment.dispute.created', 'new-event-ids:3');
    const { id } = await payments.dispute(paymentId, 'created');
    await vi.waitFor(() => expect(disputeMails(owner, paymentId)).toHaveLength(1), PATIENCE);
    await untilAllIsHeard();
    const [mail, ...others] = disputeMails(owner, paymentId);
    const [{ respond_by }] = await rowsOf('select respond_by from disputes where id = $1', id);
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' });
    expect(mail?.subject).toContain(`answer by ${day.format(respond_by).replace('Sept', 'Sep')}`);
    expect(mail?.text).toContain(orderId);
    expect(others).toEqual([]);
    expect(disputeMails(clerk, paymentId)).toEqual([]);
    expect(alarmsOf(id)).toEqual([expect.stringContaining('payment disputed')]);
    await payments.dispute(paymentId, 'under_review');
    await untilDispute(paymentId, { state: 'under_review' });
    await payments.dispute(paymentId, 'action_required');
    await vi.waitFor(() => expect(disputeMails(owner, paymentId)).toHaveLength(2), PATIENCE);
    expect(alarmsOf(id)).toHaveLength(2);
    await payments.dispute(paymentId, 'won');
    await untilDispute(paymentId, { state: 'won' });
  });

  it('refuses a refund, a lost one too; after a won one the order can be refunded', async () => {
    const refused = async (orderId: string) => {
      const { status, body } = await refund(orderId);
      return [status, body.code];
    };
    const lost = await bought();
    await payments.dispute(lost.paymentId, 'created');
    await untilDispute(lost.paymentId, { state: 'open' });
    expect(await refused(lost.orderId)).toEqual([409, 'DISPUTE_OPEN']);
    // The status alone can only be changed while nothing is delivered.
    const setDelivered = (is: boolean) =>
      shop.pool.query('update orders set is_delivered = $2 where id = $1', [lost.orderId, is]);
    await setDelivered(false);
    const patched = await owner.call('adminUpdateOrderStatus', {
      params: { id: lost.orderId },
      body: { status: 'refunded' },
    });
    await setDelivered(true);
    expect([patched.status, patched.body.code]).toEqual([409, 'DISPUTE_OPEN']);
    await payments.dispute(lost.paymentId, 'under_review');
    await untilDispute(lost.paymentId, { state: 'under_review' });
    expect(await refused(lost.orderId)).toEqual([409, 'DISPUTE_OPEN']);
    await payments.dispute(lost.paymentId, 'lost');
    await untilDispute(lost.paymentId, { state: 'lost' });
    expect(await refused(lost.orderId)).toEqual([409, 'DISPUTE_LOST']);
    expect(await refundsOf(lost.orderId)).toEqual([]);
    const won = await bought();
    await payments.dispute(won.paymentId, 'created');
    await payments.dispute(won.paymentId, 'won');
    await untilDispute(won.paymentId, { state: 'won' });
    expect((await refund(won.orderId)).status).toBe(200);
    await untilOrder(won.orderId, { payment_status: 'refunded', refunded_paise: PRICE });
  });

  it('that deducts at onset lessens the revenue until it is won', async () => {
    const { paymentId, orderId } = await bought();
    const { paise: before } = await revenueToday();
    await payments.dispute(paymentId, 'created', { deduct_at_onset: true });
    await untilDispute(paymentId, { state: 'open', deducted_paise: PRICE });
    expect((await revenueToday()).paise).toBe(before - PRICE);
    expect(await exportedLine(orderId)).toMatch(/,499$/);
    await payments.dispute(paymentId, 'won');
    await untilDispute(paymentId, { state: 'won', deducted_paise: 0 });
    expect((await revenueToday()).paise).toBe(before);
  });
});

describe('45: a refund that was asked before the dispute', () => {
  it('waits, and is never sent once the dispute is lost', async () => {
    const { paymentId, orderId, buyer } = await boughtAndRefundAsked();
    const { paise: before } = await revenueToday();
    await payments.dispute(paymentId, 'created');
    await untilDispute(paymentId, { state: 'open' });
    await untilHeld(paymentId);
    expect(await readShopState(shop.db)).toMatchObject({ openRefunds: 0 });
    await payments.dispute(paymentId, 'lost');
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
    expect(await sentBack(paymentId)).toBe(0);
    expect(await refundsOf(orderId)).toEqual([{ amount_paise: PRICE, origin: 'provider', status: 'processed' }]);
    expect((await revenueToday()).paise).toBe(before);
    await vi.waitFor(
      () =>
        expect(shop.mails.to(buyer.user.email).map(({ text }) => text)).toContainEqual(
          expect.stringContaining('Returned by your bank after a dispute'),
        ),
      PATIENCE,
    );
  });

  it.each(['won', 'closed'] as const)('waits, and is sent once the dispute is %s', async (end) => {
    const { paymentId, orderId } = await boughtAndRefundAsked();
    await payments.dispute(paymentId, 'created');
    await untilDispute(paymentId, { state: 'open' });
    await untilHeld(paymentId);
    await payments.dispute(paymentId, end);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
    expect(await sentBack(paymentId)).toBe(PRICE);
  });

  it('sends only the rest when a part of the payment is lost', async () => {
    const { paymentId, orderId } = await boughtAndRefundAsked();
    await payments.dispute(paymentId, 'created', { amount: 20_000 });
    await untilDispute(paymentId, { state: 'open' });
    await untilHeld(paymentId);
    await payments.dispute(paymentId, 'lost');
    await untilOrder(orderId, { refunded_paise: PRICE });
    expect(await sentBack(paymentId)).toBe(PRICE - 20_000);
  });

  it('goes its way when the provider has taken it on before', async () => {
    const { paymentId, orderId } = await bought();
    await payments.plan('refund', 'status-500', { phase: 'after' });
    await refund(orderId);
    await vi.waitFor(async () => expect(await sentBack(paymentId)).toBe(PRICE), PATIENCE);
    await payments.dispute(paymentId, 'created');
    await untilDispute(paymentId, { state: 'open' });
    await payments.dispute(paymentId, 'lost');
    await untilDispute(paymentId, { state: 'lost' });
    await retryNow(shop.pool);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
    expect(await refundsOf(orderId)).toEqual([{ amount_paise: PRICE, origin: 'shop', status: 'processed' }]);
  });

  it('of a second payment for one order waits too: the automatic refund', async () => {
    const { orderId, paymentId } = await bought();
    const { razorpay_order_id: providerOrderId } = await secondOf(orderId);
    await payments.plan('refund', 'status-500', { times: 100 });
    const second = await payments.capture(providerOrderId);
    await vi.waitFor(async () => expect(await refundsOf(orderId)).toHaveLength(1), PATIENCE);
    await payments.dispute(second.razorpay_payment_id, 'created');
    await untilDispute(second.razorpay_payment_id, { state: 'open' });
    await untilHeld(second.razorpay_payment_id);
    await payments.dispute(second.razorpay_payment_id, 'lost');
    await vi.waitFor(
      async () =>
        expect(await refundsOf(orderId)).toEqual([{ amount_paise: PRICE, origin: 'provider', status: 'processed' }]),
      PATIENCE,
    );
    expect([await sentBack(paymentId), await sentBack(second.razorpay_payment_id)]).toEqual([0, 0]);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'completed', refunded_paise: 0 });
  });
});

describe('45: a dispute whose webhooks are lost', () => {
  it('is found by the nightly look at the provider, and so is its end', async () => {
    const { paymentId } = await bought();
    await payments.dispute(paymentId, 'created', SILENT);
    await followDisputes(deps());
    expect(await disputesOf(paymentId)).toMatchObject([{ state: 'open' }]);
    await vi.waitFor(() => expect(disputeMails(owner, paymentId)).toHaveLength(1), PATIENCE);
    await payments.dispute(paymentId, 'lost', SILENT);
    await followDisputes(deps());
    expect(await disputesOf(paymentId)).toEqual([{ state: 'lost', deducted_paise: PRICE }]);
  });

  it('is found behind more disputes than one page of the provider’s list', async () => {
    const first = await bought();
    await payments.dispute(first.paymentId, 'created', SILENT);
    await payments.dispute(first.paymentId, 'lost', SILENT);
    const { paymentId } = await bought();
    await shop.pool.query(
      `insert into sandbox.disputes (id, payment_id, amount, reason_code, phase, status, respond_by, created_at)
       select 'disp_page' || n, $1, 100, 'fraud', 'chargeback', 'won', now(), now() + interval '1 second'
       from generate_series(1, 120) as n`,
      [paymentId],
    );
    await followDisputes(deps());
    expect(await disputesOf(paymentId)).toHaveLength(120);
    expect(await disputesOf(first.paymentId)).toMatchObject([{ state: 'lost' }]);
  });
});

async function revenueToday() {
  const { rows } = await shop.pool.query("select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day");
  const [day] = await salesByDay(shop.db, [rows[0].day], new Date(Date.now() - 86_400_000));
  return { paise: Math.round((day?.revenue ?? 0) * 100) };
}

async function exportedLine(orderId: string) {
  const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const reply = await fetch(`${shop.url}/api/v1/admin/orders/export.csv`, { headers: { cookie } });
  return (await reply.text()).split('\r\n').find((line) => line.includes(orderId));
}

async function secondOf(orderId: string) {
  const [row] = await rowsOf(
    'select provider_order_id as razorpay_order_id from provider_orders where order_id = $1',
    orderId,
  );
  return row as { razorpay_order_id: string };
}

/** The same body under an event id of its own. */
async function announceAgain(body: string): Promise<void> {
  await shop.pool.query(
    `insert into sandbox.webhooks (event_id, event, body, held, due_at)
     values ('again-' || gen_random_uuid(), $1, $2, false, now())`,
    [JSON.parse(body).event, body],
  );
}
