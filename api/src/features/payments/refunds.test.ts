import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { bringForward } from '../../testing/job-times.ts';
import { buy } from '../../testing/purchases.ts';
import { type TestPayments, testPayments } from '../../testing/test-payments.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { refundOrder } from '../orders/back-office.service.ts';
import { orderMoney } from '../orders/money-listener.ts';
import { REFUND_JOB } from './refund-job.ts';
import { carryOutRefund } from './refunds.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterAll(() => shop.close());

/** A refund of the shop's own that has been decided and not asked for yet. */
async function decideRefund() {
  const { order, payment } = await buy(await shop.customer(), payments, await buildProduct(shop));
  await refundOrder(shop, { _id: (await shop.admin()).user.id }, order._id);
  const refund = async () =>
    (await shop.pool.query("select * from refunds where order_id = $1 and origin = 'shop'", [order._id])).rows[0];
  return { order, payment, refund, refundId: (await refund()).id as string };
}

it('is asked for with one other sum, although two are told at once that there is less', async () => {
  const { order, payment, refund, refundId } = await decideRefund();
  await payments.plan('refund-settlement', 'at-once', { times: 10 });
  await payments.dashboardRefund(payment.id, { webhook: false, amount: 10_000 });
  // Both know of the first attempt when they hear that it was refused.
  await payments.plan('fetch-refunds', 'delay:500', { times: 2 });
  const deps = { ...shop, listener: orderMoney(shop) };
  await Promise.all([carryOutRefund(deps, { refundId }), carryOutRefund(deps, { refundId })]);
  expect(await refund()).toMatchObject({ amount_paise: 39_900, attempt: 2, status: 'requested' });
  await shop.runJobs();
  expect(await refund()).toMatchObject({ attempt: 2, status: 'processed' });
  expect((await payments.ledger()).byOrder[order.razorpayOrderId ?? '']).toMatchObject({ refunded: 49_900 });
});

it('is not asked for any more once a person was called: they may have paid it back by other means', async () => {
  const { payment, refund } = await decideRefund();
  await payments.forgetFaults();
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
  await payments.forgetFaults();
});

it('is asked for with another sum also when the last attempt was refused for it', async () => {
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
  ['was killed before it could say so', { isFreed: false }],
  ['was taken for dead, and says so all the same', { isFreed: true }],
])('is looked after when who asked for it %s', async (_, { isFreed }) => {
  const { refundId } = await decideRefund();
  await payments.plan('refund-settlement', 'delay:60000');
  const [job] = await jobsOf(refundId);
  const free = () => shop.pool.query("select graphile_worker.force_unlock_workers('{worker}')");
  await shop.pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker', locked_at = now(), attempts = 1 where id = $1",
    [job.id],
  );
  if (isFreed) await free();
  await carryOutRefund({ ...shop, listener: orderMoney(shop) }, { refundId });
  if (isFreed) await shop.pool.query('select graphile_worker.complete_jobs($1)', [[job.id]]);
  else await free();
  const left = await jobsOf(refundId);
  expect(left.some(({ run_at }) => run_at > job.run_at)).toBe(true);
  expect(left.every(({ can_run }) => can_run)).toBe(true);
});
