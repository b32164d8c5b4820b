import { beforeEach, describe, expect, it } from 'vitest';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, buildUser } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const HOUR_MS = 60 * 60_000;
const QUOTA = 5;
const shop = shareTestShop({ CODES_SHOWN_PER_HOUR: String(QUOTA), RATE_LIMIT_FACTOR: '1', SANDBOX_FAULTS: 'on' });
// Each test has an hour of its own for the quota.
beforeEach(() => {
  shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / HOUR_MS) * HOUR_MS + 60_000));
});

const orderAdmin = () => shop.admin({ permissions: ['orders'] });
const complete = (admin: SignedInClient, id: string) =>
  admin.call('adminUpdateOrderStatus', { params: { id }, body: { status: 'completed' } });
const handOver = (admin: SignedInClient, id: string) =>
  admin.call('adminUpdateOrder', { params: { id }, body: { isDelivered: true } });
const waiting = async (options: { quantity?: number; units?: number } = {}) => {
  const { quantity = 1, units = 20 } = options;
  return placeOrder(await shop.customer(), await buildProduct(shop, { units }), { quantity });
};
const isDelivered = async (id: string) =>
  (await shop.pool.query('select is_delivered from orders where id = $1', [id])).rows[0].is_delivered;
const mailsOf = (email: string, about: string) =>
  shop.mails.sent.filter(({ to, subject }) => to === email && subject === about);

describe("an admin's own order", () => {
  it('is completed only by an owner', async () => {
    const admin = await orderAdmin();
    const order = await placeOrder(admin, await buildProduct(shop));
    const byPaymentStatus = () =>
      admin.call('adminUpdateOrder', { params: { id: order._id }, body: { paymentStatus: 'completed' } });
    for (const call of [() => complete(admin, order._id), () => handOver(admin, order._id), byPaymentStatus]) {
      const { status, body } = await call();
      expect([status, body.code]).toEqual([403, 'OWN_ORDER']);
    }
    expect(await isDelivered(order._id)).toBe(false);
    expect((await admin.call('revealOrder', { params: { id: order._id } })).body.code).toBe('ORDER_NOT_DELIVERED');
    expect((await complete(await orderAdmin(), order._id)).status).toBe(200);
  });

  it('cannot be delivered by its buyer after the payment', async () => {
    const admin = await orderAdmin();
    const order = await placeOrder(admin, await buildProduct(shop));
    await shop.pool.query("update orders set payment_status = 'completed' where id = $1", [order._id]);
    expect((await handOver(admin, order._id)).body.code).toBe('OWN_ORDER');
  });

  it('can be completed by an owner, and the other owners get a mail', async () => {
    const [owner, other] = [await shop.admin(), await buildUser(shop, { role: 'admin' })];
    const product = await buildProduct(shop, { title: 'Owned Voucher' });
    const order = await placeOrder(owner, product);
    expect((await complete(owner, order._id)).status).toBe(200);
    await shop.runJobs();
    const told = mailsOf(other.email, 'Own order completed');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(`Owned Voucher (order #${order._id.slice(-6).toUpperCase()})`);
    expect(told[0]?.text).toContain(owner.user.email);
    expect(mailsOf(owner.user.email, 'Own order completed')).toEqual([]);
  });
});

describe('deliveries by hand', () => {
  it('count in the hourly quota of codes, whose end is reported to the owners', async () => {
    const owner = await buildUser(shop, { role: 'admin' });
    const admin = await orderAdmin();
    for (const quantity of [2, 2]) {
      const order = await waiting({ quantity });
      expect((await complete(admin, order._id)).status).toBe(200);
    }
    const paid = await waiting();
    await shop.pool.query("update orders set payment_status = 'completed' where id = $1", [paid._id]);
    expect((await handOver(admin, paid._id)).status).toBe(200);
    const refused = await waiting();
    for (const call of [complete, handOver]) {
      const { status, headers, body } = await call(admin, refused._id);
      expect([status, body.code, headers.has('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', true]);
    }
    expect(await isDelivered(refused._id)).toBe(false);
    await shop.runJobs();
    expect(mailsOf(owner.email, 'Many codes shown')).toHaveLength(1);
    expect((await complete(await orderAdmin(), refused._id)).status).toBe(200);
  });

  it('are refused above the quota also if many orders are completed at once', async () => {
    const admin = await orderAdmin();
    const orders = [];
    for (let count = 0; count < QUOTA + 5; count += 1) orders.push(await waiting());
    const replies = await Promise.all(orders.map(({ _id }) => complete(admin, _id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(QUOTA);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('may exceed the quota once by a large order', async () => {
    const admin = await orderAdmin();
    const large = await waiting({ quantity: QUOTA + 1, units: 50 });
    expect((await complete(admin, large._id)).status).toBe(200);
    expect((await complete(admin, (await waiting())._id)).status).toBe(429);
  });

  it('do not count if they fail or if the provider had the money', async () => {
    const admin = await orderAdmin();
    const soldOut = await waiting({ units: 1 });
    await admin.call('adminUpdateOrderStatus', { params: { id: soldOut._id }, body: { status: 'failed' } });
    await shop.pool.query("update units set state = 'withdrawn' where product_id = $1", [soldOut.product]);
    for (let time = 0; time <= QUOTA; time += 1)
      expect((await complete(admin, soldOut._id)).body.code).toBe('OUT_OF_STOCK');
    const payments = testPayments(shop);
    for (let time = 0; time <= QUOTA; time += 1) {
      const paid = await waiting();
      await payments.capture(paid.razorpayOrderId, { webhook: false });
      expect((await complete(admin, paid._id)).body.data).toMatchObject({ isDelivered: true, amountPaid: 499 });
    }
  });
});

describe('an order that is completed by hand', () => {
  const auditOf = async (id: string) =>
    (await shop.pool.query('select details from audit_log where subject_id = $1', [id])).rows.map(
      ({ details }) => details,
    );
  const revenue = async () =>
    (await (await shop.admin()).call('adminDashboard', { query: { days: 7 } })).body.data.totals.revenue;

  it.each([
    ['adminUpdateOrderStatus', { status: 'completed' }],
    ['adminUpdateOrder', { paymentStatus: 'completed' }],
    ['adminUpdateOrder', { isDelivered: true }],
  ] as const)('keeps its reason and is no revenue without money (%s %j)', async (name, word) => {
    const admin = await orderAdmin();
    const order = await waiting();
    const before = await revenue();
    const body = { ...word, reason: 'Replaces a broken code', received: false };
    const { status, body: reply } = await admin.call(name, { params: { id: order._id }, body });
    expect([status, reply.data]).toEqual([200, expect.objectContaining({ isDelivered: true, amountPaid: 0 })]);
    expect(await auditOf(order._id)).toEqual([
      { from: 'pending', amount: 499, reason: 'Replaces a broken code', received: false },
    ]);
    expect(await revenue()).toBe(before);
  });

  it('counts as revenue by default', async () => {
    const order = await waiting();
    const before = await revenue();
    const { body } = await complete(await orderAdmin(), order._id);
    expect(body.data).toMatchObject({ amountPaid: 499, paymentMethod: 'manual' });
    expect(await auditOf(order._id)).toEqual([{ from: 'pending', amount: 499 }]);
    expect((await revenue()) - before).toBe(499);
  });
});

describe('a check of the payment before an order is completed', () => {
  const payments = () => testPayments(shop);
  const check = async (id: string) => (await orderAdmin()).call('adminCheckPayment', { params: { id } });

  it('reports that there is no payment and changes nothing', async () => {
    const order = await waiting();
    expect((await check(order._id)).body).toMatchObject({
      payment: 'none',
      message: 'No payment was found for this order',
      data: { paymentStatus: 'pending', isDelivered: false },
    });
  });

  it('settles a payment that it finds', async () => {
    const order = await waiting();
    await payments().capture(order.razorpayOrderId, { webhook: false });
    expect((await check(order._id)).body).toMatchObject({ payment: 'settled', data: { isDelivered: true } });
  });

  it('reports that a payment is under way', async () => {
    const order = await waiting();
    await payments().authorise(order.razorpayOrderId, { webhook: false });
    expect((await check(order._id)).body).toMatchObject({ payment: 'under-way', data: { isDelivered: false } });
  });

  it('is refused while the provider does not answer', async () => {
    const order = await waiting();
    await payments().plan('fetch-payments', 'status-500', { times: 1000 });
    const { status, body } = await check(order._id);
    await payments().clearFaults();
    expect([status, body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
  });
});

describe('the payment statuses that an order offers', () => {
  const offered = async (id: string) =>
    (await (await orderAdmin()).call('adminFindOrder', { params: { id } })).body.data.nextPaymentStatuses;

  it('are those that the server accepts', async () => {
    const admin = await orderAdmin();
    const order = await waiting();
    expect(await offered(order._id)).toEqual(['completed', 'failed', 'refunded']);
    await admin.call('adminUpdateOrderStatus', { params: { id: order._id }, body: { status: 'refunded' } });
    expect(await offered(order._id)).toEqual(['pending', 'completed', 'failed']);
    await testPayments(shop).capture(order.razorpayOrderId, { webhook: false });
    shop.clock.advance(60_001);
    await admin.call('adminUpdateOrderStatus', { params: { id: order._id }, body: { status: 'completed' } });
    expect(await offered(order._id)).toEqual([]);
    for (const status of ['pending', 'completed', 'failed'])
      expect(
        (await admin.call('adminUpdateOrderStatus', { params: { id: order._id }, body: { status } })).body.code,
      ).toBe('STATUS_CONFLICT');
  });

  it('are none for a refunded payment or a delivered order', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(await shop.customer(), product);
    const admin = await orderAdmin();
    await admin.call('adminUpdateOrderStatus', { params: { id: order._id }, body: { status: 'failed' } });
    await shop.pool.query('update products set is_active = false, deleted_at = now() where id = $1', [product.id]);
    await testPayments(shop).capture(order.razorpayOrderId, { webhook: false });
    await admin.call('adminCheckPayment', { params: { id: order._id } });
    expect(await offered(order._id)).toEqual([]);
    const delivered = await waiting();
    await complete(admin, delivered._id);
    expect(await offered(delivered._id)).toEqual([]);
  });
});
