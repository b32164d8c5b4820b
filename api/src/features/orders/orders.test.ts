import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../platform/database/database.ts';
import type { SessionUser } from '../../platform/http/requests/session-user.ts';
import { newId } from '../../platform/ids.ts';
import { expectInvariants, tablesContaining } from '../../testing/checks/invariants.ts';
import { waitForBlockedQuery } from '../../testing/checks/wait-for-blocked-query.ts';
import { proofOf, type TestPayments, testPayments } from '../../testing/clients/test-payments.ts';
import { buildProduct } from '../../testing/data/builders.ts';
import { buy, placeOrder } from '../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { type PaymentProvider, ProviderUnavailable } from '../payments/provider/payment-provider.ts';
import { changePaymentStatus, refundOrder } from './administration/edit-order.service.ts';
import { claimProviderOrder } from './orders.queries.ts';
import { placeOrder as placeOrderOf } from './placing/placing.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterEach(() => payments.clearFaults());
afterAll(() => shop.close());

const unitsOf = async (productId: string, state: string) =>
  (await shop.pool.query('select 1 from units where product_id = $1 and state = $2', [productId, state])).rowCount;

describe('POST /orders/create', () => {
  it.each([
    ['an unknown product', {}, 404, 'NOT_FOUND'],
    ['a deleted product', { deleted_at: new Date() }, 404, 'NOT_FOUND'],
    ['an inactive product', { is_active: false }, 409, 'NOT_FOR_SALE'],
    ['an expired product', { expiry_date: new Date(Date.now() - 1000) }, 409, 'EXPIRED'],
    ['a sold-out product', { units: 0 }, 409, 'OUT_OF_STOCK'],
  ])('refuses %s', async (name, overrides, status, code) => {
    const product = await buildProduct(shop, overrides);
    const buyer = await shop.customer();
    const productId = name.includes('unknown') ? newId() : product.id;
    const reply = await buyer.call('createOrder', { body: { productId, amount: 499 } });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it('holds all units of a larger quantity or none', async () => {
    const product = await buildProduct(shop, { units: 3 });
    const buyer = await shop.customer();
    const tooMany = await buyer.call('createOrder', { body: { productId: product.id, amount: 1996, quantity: 4 } });
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'OUT_OF_STOCK']);
    expect(await unitsOf(product.id, 'available')).toBe(3);
    expect(await placeOrder(buyer, product, { quantity: 3 })).toMatchObject({ amount: 1497, quantity: 3 });
    expect(await unitsOf(product.id, 'held')).toBe(3);
    const home = await shop.visitor().call('findProduct', { params: { id: product.id } });
    expect(home.body.data).toMatchObject({ isSold: true, usageLimit: 0 });
  });

  it('copies the product into the order and counts at most 200 of its units', async () => {
    const [some, many] = [await buildProduct(shop, { units: 7 }), await buildProduct(shop, { units: 1_200 })];
    const buyer = await shop.customer();
    expect((await placeOrder(buyer, some)).productDetails).toMatchObject({ title: some.title, usageLimit: 7 });
    expect((await placeOrder(buyer, many)).productDetails).toMatchObject({ title: many.title, usageLimit: 200 });
    const page = await shop.visitor().call('findProduct', { params: { id: many.id } });
    expect(page.body.data).toMatchObject({ usageLimit: 1_199 });
  });

  it('allows three unpaid orders at a time', async () => {
    const product = await buildProduct(shop, { units: 10 });
    const buyer = await shop.customer();
    const attempts = Array.from({ length: 6 }, () =>
      buyer.call('createOrder', { body: { productId: product.id, amount: 499 } }),
    );
    const codes = (await Promise.all(attempts)).map(({ status, body }) => (status === 201 ? 201 : body.code)).sort();
    expect(codes).toEqual([201, 201, 201, ...Array(3).fill('TOO_MANY_UNPAID_ORDERS')]);
    expect(await unitsOf(product.id, 'held')).toBe(3);
  });

  it('delivers a free product at once', async () => {
    const product = await buildProduct(shop, { price: 0, units: 1, code: 'FREE-CODE' });
    const buyer = await shop.customer();
    const reply = await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
    expect(reply.body).toMatchObject({
      message: 'Order placed successfully',
      paymentOrder: null,
      order: { status: 'completed', isDelivered: true, amountPaid: 0, paymentStatus: 'completed' },
    });
    const revealed = await buyer.call('revealOrder', { params: { id: reply.body.order._id } });
    expect(revealed.body.data).toEqual({
      codes: ['FREE-CODE'],
      productLink: null,
      items: [{ unit: expect.any(String), code: 'FREE-CODE', link: null, expiresOn: null }],
    });
    await expectInvariants(shop);
  });

  it.each([
    ['closed', { active: false, closed_at: new Date() }],
    ['deactivated', { active: false }],
  ])('delivers nothing to an account that is %s at that moment', async (_, change) => {
    const product = await buildProduct(shop, { price: 0 });
    const buyer = await shop.customer();
    const { ordering } = await inTransaction(shop.db, async (db) => {
      await db.updateTable('users').set(change).where('id', '=', buyer.user.id).execute();
      const ordering = buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
      await waitForBlockedQuery(shop);
      return { ordering };
    });
    expect((await ordering).status).toBe(401);
    expect(await unitsOf(product.id, 'available')).toBe(5);
  });

  it('limits orders to ten a minute', async () => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    // Early in a rate limit window, so that no window ends during the test.
    strict.clock.set(new Date('2030-01-01T10:00:00Z'));
    const buyer = await strict.customer();
    const attempts = Array.from({ length: 11 }, () =>
      buyer.call('createOrder', { body: { productId: newId(), amount: 1 } }),
    );
    const replies = await Promise.all(attempts);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
    await strict.close();
  });
});

describe('Idempotency-Key', () => {
  const attempt = (buyer: Awaited<ReturnType<TestShop['customer']>>, productId: string, key: string, amount = 499) =>
    buyer.call('createOrder', { body: { productId, amount }, headers: { 'idempotency-key': key } });

  it('returns the same order, also for concurrent requests', async () => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    const replies = await Promise.all(Array.from({ length: 5 }, () => attempt(buyer, product.id, 'key-1')));
    replies.push(await attempt(buyer, product.id, 'key-1'));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(replies.map(({ body }) => `${body.order._id} ${body.paymentOrder?.id}`)).size).toBe(1);
    expect(await unitsOf(product.id, 'held')).toBe(1);
    const stranger = await shop.customer();
    const { order } = (await attempt(stranger, product.id, 'key-1')).body;
    expect(order.buyer).toBe(stranger.user.id);
  });

  it('is refused with another body or if it is too long', async () => {
    const [product, other] = [await buildProduct(shop), await buildProduct(shop)];
    const buyer = await shop.customer();
    const order = (key: string, body: { productId: string; amount: number; quantity?: number }) =>
      buyer.call('createOrder', { body, headers: { 'idempotency-key': key } });
    await order('key-2', { productId: product.id, amount: 499 });
    for (const change of [{ productId: other.id }, { amount: 998 }, { quantity: 2 }]) {
      const reply = await order('key-2', { productId: product.id, amount: 499, ...change });
      expect([reply.status, reply.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    }
    expect((await order('k'.repeat(256), { productId: product.id, amount: 499 })).status).toBe(400);
  });

  it('is released if the provider does not answer', async () => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    await payments.plan('create-order', 'status-500');
    expect((await attempt(buyer, product.id, 'key-3')).status).toBe(503);
    expect((await attempt(buyer, product.id, 'key-3')).status).toBe(201);
  });

  it('places a new order if the first was cancelled before the provider knew it', async () => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    const { order } = (await attempt(buyer, product.id, 'key-4')).body;
    await shop.db.deleteFrom('provider_orders').where('order_id', '=', order._id).execute();
    expect((await buyer.call('deleteOrder', { params: { id: order._id } })).status).toBe(200);
    expect((await attempt(buyer, product.id, 'key-4')).body.order._id).not.toBe(order._id);
  });
});

it.each([
  ['was lost is not cancelled', true],
  ['is on its way is returned as paid', false],
])('an order that is paid while the provider’s answer %s', async (_, isLost) => {
  const product = await buildProduct(shop);
  const buyer = await shop.customer();
  const actor = { _id: (await shop.admin()).user.id };
  const provider: PaymentProvider = {
    ...shop.providers.current,
    async createOrder(draft) {
      const opened = await shop.providers.current.createOrder(draft);
      const claim = { id: draft.receipt, providerOrderId: opened.id };
      if (!isLost) await claimProviderOrder(shop.db, claim);
      await changePaymentStatus(shop, actor, draft.receipt, 'completed');
      if (isLost) throw new ProviderUnavailable('no answer');
      return opened;
    },
  };
  const deps = { ...shop, providers: { current: provider, named: () => provider } };
  const draft = { productId: product.id, amount: 499, quantity: 1 };
  const placing = placeOrderOf(deps, { _id: buyer.user.id } as SessionUser, draft, null);
  if (isLost) await expect(placing).rejects.toMatchObject({ key: 'providerUnavailable' });
  else expect(await placing).toMatchObject({ order: { status: 'completed' } });
  expect((await buyer.call('listMyOrders')).body.data).toMatchObject([{ status: 'completed' }]);
});

describe('a bought order', () => {
  it('can be verified, listed, found, revealed and rated, and is mailed', async () => {
    const code = `CANARY-${newId()}`;
    const product = await buildProduct(shop, { price: 499.5, units: 2, code, productLink: 'https://a.example/x' });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    expect(order).toMatchObject({ status: 'pending', amount: 499.5, amountPaid: 0, isDelivered: false });
    const params = { id: order._id };
    expect((await buyer.call('revealOrder', { params })).body.code).toBe('ORDER_NOT_DELIVERED');

    const body = proofOf(order._id, await payments.payByCard(order.razorpayOrderId));
    const [first, second] = [await buyer.call('verifyPayment', { body }), await buyer.call('verifyPayment', { body })];
    expect(first.body).toMatchObject({
      message: 'Order placed successfully',
      order: { status: 'completed', isDelivered: true, amountPaid: 499.5, paymentMethod: 'card' },
      payment: { id: body.razorpayPaymentId, method: 'card', amount: 499.5, currency: 'INR', status: 'captured' },
    });
    expect(second.body).toEqual(first.body);
    expect((await buyer.call('deleteOrder', { params })).body.code).toBe('ORDER_PAID');

    const revealed = await buyer.call('revealOrder', { params });
    expect(revealed.body.data).toEqual({
      codes: [code],
      productLink: 'https://a.example/x',
      items: [{ unit: expect.any(String), code, link: 'https://a.example/x', expiresOn: null }],
    });
    expect((await buyer.call('rateOrder', { params, body: { stars: 2, worked: false } })).status).toBe(200);
    const rated = await buyer.call('rateOrder', { params, body: { stars: 5, worked: true } });
    expect(rated.body.data).toEqual({ stars: 5, worked: true });
    expect((await buyer.call('rateOrder', { params, body: { stars: 6, worked: true } })).status).toBe(422);
    const shown = await shop.visitor().call('findProduct', { params: { id: product.id } });
    expect(shown.body.data).toMatchObject({ rating: 5, ratingCount: 1, usageLimit: 1 });

    const mine = await buyer.call('listMyOrders', { query: { limit: 3 } });
    expect(mine.body).toMatchObject({
      data: [{ _id: order._id, rating: { stars: 5, worked: true }, productDetails: { title: product.title } }],
      pagination: { page: 1, limit: 3, total: 1, pages: 1 },
    });
    expect(mine.body.data[0]?.revealedAt).not.toBeNull();
    expect((await buyer.call('findMyOrder', { params })).body.data).toEqual(mine.body.data[0]);

    await shop.runJobs();
    const [mail, ...others] = shop.mails.to(buyer.user.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(code);
    expect(mail?.text).toContain(`/account/my-orders?order=${order._id}`);
    expect(mail?.text).toMatch(/Valid until \d+ \w{3} \d{4}\./);
    expect(mail?.text).toMatch(/\d{4}, \d{2}:\d{2}\b(?! ?[ap]m)/);
    expect(mail?.text).toContain('within 7 days');
    expect(mail?.html).toMatch(/href="https:\/\/a\.example\/x"[^>]*>Redeem</);
    expect(mail?.html).toMatch(/Your code is inside, valid until/);
    expect(mail?.subject).not.toContain(code);
    expect(mail?.messageId).toBe(`<delivery-${order._id}@localhost>`);
    expect(JSON.stringify([mine.body, shown.body, first.body])).not.toContain(code);
    expect(await tablesContaining(shop.pool, code)).toEqual([]);
    await expectInvariants(shop);
  });

  it('does not exist for other users', async () => {
    const buyer = await shop.customer();
    const stranger = await shop.customer();
    const { order } = await buy(buyer, payments, await buildProduct(shop));
    const params = { id: order._id };
    expect((await stranger.call('findMyOrder', { params })).status).toBe(404);
    expect((await stranger.call('deleteOrder', { params })).status).toBe(404);
    expect((await stranger.call('revealOrder', { params })).status).toBe(404);
    expect((await stranger.call('rateOrder', { params, body: { stars: 1, worked: false } })).status).toBe(404);
    const proof = { orderId: order._id, razorpayPaymentId: 'p', razorpayOrderId: 'o', razorpaySignature: 's' };
    expect((await stranger.call('verifyPayment', { body: proof })).status).toBe(404);
  });

  it('is not mailed after a refund, because its code was withdrawn', async () => {
    const buyer = await shop.customer();
    const product = await buildProduct(shop);
    const { order } = await buy(buyer, payments, product);
    await refundOrder(shop, { _id: buyer.user.id }, order._id);
    await shop.runJobs();
    const subjects = shop.mails.to(buyer.user.email).map(({ subject }) => subject);
    expect(subjects).not.toContain(`Your order: ${product.title}`);
  });

  it('can be paid by UPI, also after the browser was closed', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    await payments.plan('late-capture', 'delay:50');
    expect((await payments.payByUpi(order.razorpayOrderId, 'late@razorpay')).status).toBe(202);
    await vi.waitFor(
      async () => {
        await shop.runJobs();
        const found = await buyer.call('findMyOrder', { params: { id: order._id } });
        expect(found.body.data).toMatchObject({ status: 'completed', paymentMethod: 'upi' });
      },
      { timeout: 30_000 },
    );
  });
});
