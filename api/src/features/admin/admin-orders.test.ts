import { orderStatus, paymentStatuses } from '@shop/contract/order-status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { proofOf, type TestPayments, testPayments } from '../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;
let payments: TestPayments;

beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  admin = await shop.admin();
  payments = testPayments(shop);
});
afterAll(() => shop.close());

async function order(buyer: SignedInClient, product?: { id: string; price: number }) {
  const { id, price } = product ?? { ...(await buildProduct(shop)), price: 499 };
  const { body } = await buyer.call('createOrder', { body: { productId: id, amount: price } });
  return body.order;
}

async function paidOrder(buyer: SignedInClient) {
  const placed = await order(buyer);
  const proof = await payments.payByCard(placed.razorpayOrderId ?? '');
  return (await buyer.call('verifyPayment', { body: proofOf(placed._id, proof) })).body.order;
}

const list = async (query: Record<string, string | number>) => (await admin.call('adminListOrders', { query })).body;
const ids = async (query: Record<string, string | number>) => (await list(query)).data.map(({ _id }) => _id);
const setStatus = (id: string, status: string) =>
  admin.call('adminUpdateOrderStatus', { params: { id }, body: { status } });

const actionsOn = async (id: string) =>
  (await admin.call('adminListAudit', { query: { q: id } })).body.data.map(({ action }) => action);

describe('the list', () => {
  test('orders are found by name, email and displayed order id', async () => {
    const asha = await shop.customer({ name: 'Asha Lakshmi', email: 'asha@rivers.example' });
    const { _id } = await order(asha);
    const other = await order(await shop.customer({ name: 'Somebody Else' }));
    const shown = [`#${_id.slice(-6).toUpperCase()}`, _id.slice(-8), `Order #${_id.slice(-8)}`];
    for (const q of ['lakshmi', 'rivers.example', _id, ...shown]) expect([q, await ids({ q })]).toEqual([q, [_id]]);
    expect(await ids({ q: _id.slice(0, 24) })).toContain(_id);
    expect(await ids({ q: '%' })).toEqual([]);
    expect(await ids({ q: "' or true --" })).toEqual([]);
    expect(await ids({ q: 'somebody', status: 'pending' })).toEqual([other._id]);
    expect(await ids({ q: 'somebody', status: 'completed' })).toEqual([]);
  });

  test('an order is found by any four characters of its id', async () => {
    const { _id } = await order(await shop.customer());
    const hex = _id.replaceAll('-', '');
    for (let from = 0; from <= hex.length - 4; from += 1) {
      const q = hex.slice(from, from + 4);
      expect([q, await ids({ q, limit: 100 })]).toEqual([q, expect.arrayContaining([_id])]);
    }
    for (const q of [hex.slice(3, 20), _id.slice(9, 30), hex.slice(-13)]) expect(await ids({ q })).toContain(_id);
  });

  test('date filters select whole days in India', async () => {
    const at = async (instant: string) => {
      const { _id } = await order(await shop.customer({ name: 'Dated Buyer' }));
      await shop.pool.query('update orders set created_at = $2 where id = $1', [_id, instant]);
      return _id;
    };
    const late = await at('2021-03-04T18:29:59Z');
    const first = await at('2021-03-04T18:30:00Z');
    const middle = await at('2021-03-06T12:00:00Z');
    const last = await at('2021-03-07T18:29:59Z');
    const next = await at('2021-03-07T18:30:00Z');
    const searches: Record<string, string>[] = [{}, { q: 'Dated Buyer' }, { status: 'pending' }];
    for (const search of searches) {
      const within = (days: Record<string, string>) => ids({ ...search, ...days });
      expect(await within({ from: '2021-03-05', to: '2021-03-07' })).toEqual([last, middle, first]);
      expect(await within({ to: '2021-03-04' })).toEqual([late]);
      expect(await within({ from: '2021-03-08', to: '2021-03-08' })).toEqual([next]);
      expect(await within({ from: '2021-03-08', to: '2021-03-07' })).toEqual([]);
    }
    const page = await list({ from: '2021-03-05', to: '2021-03-07', limit: 1, page: 2, sort: 'oldest' });
    expect([page.pagination.total, page.data[0]?._id]).toEqual([3, middle]);
    expect((await list({ to: '9999-12-31' })).pagination.total).toBe((await list({})).pagination.total);
    const { body: file } = await admin.call('adminExportOrders', { query: { from: '2021-03-05', to: '2021-03-07' } });
    expect(String(file).trimEnd().split('\r\n')).toHaveLength(4);
    expect((await admin.call('adminListOrders', { query: { from: '2021-02-30' } })).status).toBe(422);
  });

  test('the order list has pages, sort orders and the buyer', async () => {
    const buyer = await shop.customer({ name: 'Sorted Buyer' });
    const cheap = await buildProduct(shop, { price: 10 });
    const dear = await buildProduct(shop, { price: 900 });
    const first = await order(buyer, { id: dear.id, price: 900 });
    const second = await order(buyer, { id: cheap.id, price: 10 });
    const q = 'Sorted Buyer';
    expect(await ids({ q })).toEqual([second._id, first._id]);
    expect(await ids({ q, sort: 'oldest' })).toEqual([first._id, second._id]);
    expect(await ids({ q, sort: 'amount-asc' })).toEqual([second._id, first._id]);
    expect(await ids({ q, sort: 'amount-desc' })).toEqual([first._id, second._id]);
    const { data, pagination } = await list({ q, limit: 1, page: 2 });
    expect(pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2 });
    expect(data[0]).toMatchObject({ _id: first._id, user: { name: buyer.user.name, email: buyer.user.email } });
  });

  test.each([
    ['status', 'lost'],
    ['sort', 'id; drop table orders'],
    ['limit', '101'],
    ['q', 'x'.repeat(201)],
  ])('the order list refuses %s=%s', async (name, value) => {
    expect((await admin.call('adminListOrders', { query: { [name]: value } })).status).toBe(422);
  });

  test('the status column in the database equals the status that the contract derives', async () => {
    const { id: product_id } = await buildProduct(shop);
    const facts = paymentStatuses.flatMap((paymentStatus) =>
      [false, true].flatMap((isDelivered) =>
        [false, true].map((isAbandoned) => ({ paymentStatus, isDelivered, isAbandoned })),
      ),
    );
    for (const { paymentStatus, isDelivered, isAbandoned } of facts) {
      const id = newId();
      const row = {
        id,
        product_id,
        quantity: 1,
        amount_paise: 1,
        is_one_time_use: false,
        receipt: id,
        product_details: '{}',
      };
      const now = shop.clock.now();
      const { status } = await shop.db
        .insertInto('orders')
        .values({
          ...row,
          payment_status: paymentStatus,
          is_delivered: isDelivered,
          abandoned_at: isAbandoned ? now : null,
          created_at: now,
          updated_at: now,
        } as never)
        .returning('status')
        .executeTakeFirstOrThrow();
      expect(status).toBe(orderStatus({ paymentStatus, isDelivered, isAbandoned }));
      await shop.db.deleteFrom('orders').where('id', '=', id).execute();
    }
  });
});

describe('one order', () => {
  test('setting the status completed delivers the order and is final', async () => {
    const buyer = await shop.customer();
    const { _id: id } = await order(buyer);
    const { body } = await setStatus(id, 'completed');
    expect(body.message).toBe('Order updated successfully');
    const delivered = { status: 'completed', isDelivered: true, paymentStatus: 'completed' };
    expect(body.data).toMatchObject({ ...delivered, paymentMethod: 'manual', amountPaid: 499 });
    expect((await buyer.call('revealOrder', { params: { id } })).status).toBe(200);
    const again = await setStatus(id, 'failed');
    expect([again.status, again.body.code]).toEqual([409, 'ORDER_DELIVERED']);
    expect(await actionsOn(id)).toEqual(['order.completed']);
  });

  test('an undelivered order can be set to failed (frees its hold), pending or refunded', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const { _id: id } = await order(await shop.customer(), { id: product.id, price: 499 });
    expect((await setStatus(id, 'failed')).body.data).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' });
    const { body } = await admin.call('adminFindProduct', { params: { id: product.id } });
    expect(body.data.unitCounts).toMatchObject({ available: 1, held: 0 });
    expect((await setStatus(id, 'pending')).body.data.status).toBe('pending');
    expect((await setStatus(id, 'refunded')).body.data.status).toBe('cancelled');
    const delivery = await admin.call('adminUpdateOrder', { params: { id }, body: { isDelivered: true } });
    expect([delivery.status, delivery.body.code]).toEqual([409, 'STATUS_CONFLICT']);
    expect((await setStatus(id, 'nonsense')).status).toBe(422);
    expect((await setStatus(newId(), 'failed')).body.message).toBe('Order not found');
    // The order was never paid, so it can be cancelled.
    expect((await admin.call('cancelOrderByAdmin', { params: { id } })).status).toBe(200);
  });

  test('setting a delivered order to refunded starts the refund at the provider', async () => {
    const paid = await paidOrder(await shop.customer());
    const edit = (body: object) => admin.call('adminUpdateOrder', { params: { id: paid._id }, body });
    expect((await edit({ isDelivered: false })).body.code).toBe('ORDER_DELIVERED');
    expect((await edit({ paymentStatus: 'failed' })).status).toBe(409);
    expect((await edit({})).body.data.paymentStatus).toBe('completed');
    expect((await edit({ paymentStatus: 'refunded' })).body.data).toMatchObject({
      paymentStatus: 'refunded',
      status: 'cancelled',
    });
    await shop.runJobs();
    const { byOrder } = await payments.ledger();
    expect(byOrder[paid.razorpayOrderId ?? '']).toMatchObject({ captured: 49900, refunded: 49900 });
    expect((await edit({ isDelivered: true, paymentStatus: 'pending' })).status).toBe(409);
  });

  test('setting isDelivered delivers the order', async () => {
    const { _id: id } = await order(await shop.customer());
    const edit = (body: object) => admin.call('adminUpdateOrder', { params: { id }, body });
    expect((await edit({ isDelivered: true, paymentStatus: 'failed' })).body.code).toBe('STATUS_CONFLICT');
    const reply = await edit({ isDelivered: true });
    expect(reply.body.data).toMatchObject({ isDelivered: true, status: 'completed' });
    // A repeated call succeeds and changes nothing.
    expect((await edit({ isDelivered: true })).body.data).toEqual(reply.body.data);
    expect(await actionsOn(id)).toEqual(['order.delivered']);
  });

  test('delivering a paid order by hand keeps its payment method and amount', async () => {
    const { _id: id } = await order(await shop.customer());
    const paid = { payment_status: 'completed', payment_method: 'card', amount_paid_paise: 49_900 } as const;
    await shop.db.updateTable('orders').set(paid).where('id', '=', id).execute();
    const reply = await admin.call('adminUpdateOrder', { params: { id }, body: { isDelivered: true } });
    expect(reply.body.data).toMatchObject({ isDelivered: true, paymentMethod: 'card', amountPaid: 499 });
  });

  test('a buyer cannot have two pending orders for a one-time product', async () => {
    const { id } = await buildProduct(shop, { is_one_time_use: true });
    const buyer = await shop.customer();
    const { _id: first } = await order(buyer, { id, price: 499 });
    await setStatus(first, 'failed');
    await order(buyer, { id, price: 499 });
    const again = await setStatus(first, 'pending');
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_PURCHASED']);
  });

  test('an admin can cancel an unpaid order but not a paid one', async () => {
    const buyer = await shop.customer();
    const unpaid = await order(buyer);
    const remove = (id: string) => admin.call('cancelOrderByAdmin', { params: { id } });
    expect((await remove(unpaid._id)).body.message).toBe('Order deleted successfully');
    expect((await admin.call('adminFindOrder', { params: { id: unpaid._id } })).status).toBe(404);
    expect((await setStatus(unpaid._id, 'completed')).status).toBe(404);
    expect(await actionsOn(unpaid._id)).toEqual(['order.deleted']);
    const paid = await paidOrder(buyer);
    expect([(await remove(paid._id)).status, (await remove(paid._id)).body.code]).toEqual([409, 'ORDER_PAID']);
    expect((await admin.call('adminFindOrder', { params: { id: paid._id } })).body.data._id).toBe(paid._id);
  });

  test('a customer is returned with their orders', async () => {
    const buyer = await shop.customer();
    const placed = await order(buyer);
    await buyer.call('deleteOrder', { params: { id: (await order(buyer))._id } });
    const { body } = await admin.call('adminFindCustomer', { params: { id: buyer.user.id } });
    expect(body.data.customer).toMatchObject({ _id: buyer.user.id, name: buyer.user.name, totalOrders: 1 });
    expect(body.data.orders.map(({ _id }) => _id)).toEqual([placed._id]);
    expect((await admin.call('adminFindCustomer', { params: { id: newId() } })).status).toBe(404);
    expect((await admin.call('adminFindCustomer', { params: { id: admin.user.id } })).status).toBe(404);
  });
});
