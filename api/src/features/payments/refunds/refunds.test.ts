import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { enqueue, type Job } from '../../../platform/jobs/jobs.ts';
import { runDueJobs } from '../../../testing/checks/due-jobs.ts';
import { bringForward } from '../../../testing/checks/job-times.ts';
import { happens, NO_KEY_UPDATE_LOCKS, removeRowLocks } from '../../../testing/checks/remove-row-locks.ts';
import { type TestPayments, testPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { refundOrder } from '../../orders/administration/edit-order.service.ts';
import { orderPaymentEvents } from '../../orders/payment/order-payment-events.ts';
import { EVENT_JOB } from '../events/events.service.ts';
import { ATTEMPTS_MAX, enqueueRefund, minutesBeforeAttempt, REFUND_JOB } from './refund-job.ts';
import { carryOutRefund, refundRest } from './refunds.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterAll(() => shop.close());

/** A refund by the shop that is stored but not requested yet. */
async function decideRefund() {
  const { order, payment } = await buy(await shop.customer(), payments, await buildProduct(shop));
  await refundOrder(shop, { _id: (await shop.admin()).user.id }, order._id);
  const refund = async () =>
    (await shop.pool.query("select * from refunds where order_id = $1 and origin = 'shop'", [order._id])).rows[0];
  return { order, payment, refund, refundId: (await refund()).id as string };
}

it('a refund is reduced once although two jobs are refused at once', async () => {
  const { order, payment, refund, refundId } = await decideRefund();
  await payments.plan('refund-settlement', 'at-once', { times: 10 });
  await payments.dashboardRefund(payment.id, { webhook: false, amount: 10_000 });
  // Both jobs have read the first attempt when it is refused.
  await payments.plan('fetch-refunds', 'delay:500', { times: 2 });
  const deps = { ...shop, handlers: orderPaymentEvents(shop) };
  await Promise.all([carryOutRefund(deps, { refundId }), carryOutRefund(deps, { refundId })]);
  expect(await refund()).toMatchObject({ amount_paise: 39_900, attempt: 2, status: 'requested' });
  await shop.runJobs();
  expect(await refund()).toMatchObject({ attempt: 2, status: 'processed' });
  expect((await payments.ledger()).byOrder[order.razorpayOrderId ?? '']).toMatchObject({ refunded: 49_900 });
});

it('a refund is not requested again after an alarm has called a person', async () => {
  const { payment, refund } = await decideRefund();
  await payments.clearFaults();
  await payments.plan('refund-settlement', 'fail', { times: 10 });
  const failed = async () => {
    await bringForward(shop.pool, REFUND_JOB);
    await shop.runJobs();
    return (await refund()).attempt - 1;
  };
  await expect.poll(failed).toBe(5);
  await bringForward(shop.pool, REFUND_JOB);
  await shop.runJobs();
  const asked = 'select count(*)::int from sandbox.refunds where payment_id = $1';
  expect((await shop.pool.query(asked, [payment.id])).rows).toEqual([{ count: 5 }]);
  await payments.clearFaults();
});

it('a refund is reduced also if its last attempt was refused', async () => {
  const { payment, refund, refundId } = await decideRefund();
  await shop.pool.query("update refunds set status = 'failed', attempt = 5 where id = $1", [refundId]);
  await payments.plan('refund-settlement', 'at-once', { times: 2 });
  await payments.dashboardRefund(payment.id, { webhook: false, amount: 10_000 });
  await shop.runJobs();
  expect(await refund()).toMatchObject({ amount_paise: 39_900, attempt: 6, status: 'processed' });
});

const jobsOf = async (refundId: string) =>
  (
    await shop.pool.query(
      `select id, run_at, attempts < max_attempts as can_run from graphile_worker._private_jobs
       where payload ->> 'refundId' = $1 order by id`,
      [refundId],
    )
  ).rows;

it.each([
  ['was killed before it stored the answer', { isFreed: false }],
  ['was taken for dead and still stores its answer', { isFreed: true }],
])('a refund is checked again if the worker that requested it %s', async (_, { isFreed }) => {
  const { refundId } = await decideRefund();
  await payments.plan('refund-settlement', 'delay:60000');
  const [job] = await jobsOf(refundId);
  const free = () => shop.pool.query("select graphile_worker.force_unlock_workers('{worker}')");
  await shop.pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker', locked_at = now(), attempts = 1 where id = $1",
    [job.id],
  );
  if (isFreed) await free();
  await carryOutRefund({ ...shop, handlers: orderPaymentEvents(shop) }, { refundId });
  if (isFreed) await shop.pool.query('select graphile_worker.complete_jobs($1)', [[job.id]]);
  else await free();
  const left = await jobsOf(refundId);
  expect(left.some(({ run_at }) => run_at > job.run_at)).toBe(true);
  expect(left.every(({ can_run }) => can_run)).toBe(true);
});

describe('several callers that refund the rest of one payment at once', () => {
  /** The sum of all requested refunds, of 49,900 paise. */
  async function askTogether(): Promise<number> {
    const { order, payment } = await buy(await shop.customer(), payments, await buildProduct(shop));
    const rest = { paymentId: payment.id, orderId: order._id, reason: 'Refunded by the shop', at: shop.clock.now() };
    await Promise.all(Array.from({ length: 6 }, () => inTransaction(shop.db, (db) => refundRest(db, rest))));
    const { rows } = await shop.pool.query(
      'select sum(amount_paise)::int as asked from refunds where payment_id = $1',
      [payment.id],
    );
    // So that other tests do not carry these refunds out.
    await shop.pool.query('delete from graphile_worker._private_jobs');
    return rows[0].asked;
  }

  it('request one refund', async () => {
    expect(await askTogether()).toBe(49_900);
  });

  it('control: without the lock of the payment, they request more than was paid', async () => {
    const giveBack = removeRowLocks(NO_KEY_UPDATE_LOCKS);
    try {
      expect(await happens(async () => (await askTogether()) > 49_900)).toBe(true);
    } finally {
      giveBack();
    }
  });
});

it('the five attempts of a refund are spread over hours', async () => {
  const { refund, refundId } = await decideRefund();
  await payments.clearFaults();
  await payments.plan('refund-settlement', 'fail', { times: 10 });
  const minutes: number[] = [];
  for (let attempt = 2; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await expect
      .poll(async () => {
        await bringForward(shop.pool, REFUND_JOB);
        await shop.runJobs();
        return (await refund()).attempt;
      })
      .toBe(attempt);
    const waits = (await jobsOf(refundId)).map(({ run_at }) => (run_at.getTime() - Date.now()) / 60_000);
    minutes.push(Math.round(Math.max(...waits)));
  }
  await payments.clearFaults();
  expect(minutes).toEqual([15, 60, 240, 720]);
  expect(minutesBeforeAttempt(ATTEMPTS_MAX)).toBe(720);
});

it('a refund job runs before an event job of the same age', async () => {
  await shop.pool.query('delete from graphile_worker._private_jobs');
  await enqueue(shop.db, EVENT_JOB, { eventId: 'first' });
  await enqueueRefund(shop.db, '00000000-0000-7000-8000-000000000000');
  const ran: string[] = [];
  const noting = (name: string): Job => ({ name, lane: 'money', run: async () => void ran.push(name) });
  await runDueJobs(shop.pool, [noting(EVENT_JOB), noting(REFUND_JOB)], shop.log);
  expect(ran).toEqual([REFUND_JOB, EVENT_JOB]);
});

it('a refund is checked again if an admin asks after three days without an answer', async () => {
  const { order, refundId } = await decideRefund();
  await shop.pool.query('delete from graphile_worker._private_jobs');
  const press = async () => refundOrder(shop, { _id: (await shop.admin()).user.id }, order._id);
  await press();
  expect(await jobsOf(refundId)).toHaveLength(0);
  await shop.pool.query("update refunds set updated_at = updated_at - interval '73 hours' where id = $1", [refundId]);
  await press();
  expect(await jobsOf(refundId)).toHaveLength(1);
});
