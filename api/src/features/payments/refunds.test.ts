import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { buy } from '../../testing/purchases.ts';
import { type TestPayments, testPayments } from '../../testing/test-payments.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { refundOrder } from '../orders/back-office.service.ts';
import { orderMoney } from '../orders/money-listener.ts';
import { carryOutRefund } from './refunds.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterAll(() => shop.close());

it('is asked for with one other sum, although two are told at once that there is less', async () => {
  const { order, payment } = await buy(await shop.customer(), payments, await buildProduct(shop));
  const actor = { _id: (await shop.admin()).user.id };
  await refundOrder(shop, actor, order._id);
  await payments.plan('refund-settlement', 'at-once', { times: 10 });
  await payments.dashboardRefund(payment.id, { webhook: false, amount: 10_000 });
  const refund = async () =>
    (await shop.pool.query("select * from refunds where order_id = $1 and origin = 'shop'", [order._id])).rows[0];
  const { id: refundId } = await refund();
  // Both know of the first attempt when they hear that it was refused.
  await payments.plan('fetch-refunds', 'delay:500', { times: 2 });
  const deps = { ...shop, listener: orderMoney(shop) };
  await Promise.all([carryOutRefund(deps, { refundId }), carryOutRefund(deps, { refundId })]);
  expect(await refund()).toMatchObject({ amount_paise: 39_900, attempt: 2, status: 'requested' });
  await shop.runJobs();
  expect(await refund()).toMatchObject({ attempt: 2, status: 'processed' });
  expect((await payments.ledger()).byOrder[order.razorpayOrderId ?? '']).toMatchObject({ refunded: 49_900 });
});
