import { describe, expect, it } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { brokenInvariants } from '../../../testing/checks/invariants.ts';
import { happens, NO_KEY_UPDATE_LOCKS, removeRowLocks } from '../../../testing/checks/remove-row-locks.ts';
import { proofOf } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildPool, newCodes } from '../../../testing/data/pools.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: FaultyShop;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
});

const countOf = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length;
const codesIn = (replies: { status: number; body: { code: string } }[]) =>
  new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code));
const revealed = async (buyer: SignedInClient, id: string) =>
  (await buyer.call('revealOrder', { params: { id } })).body.data.codes;

/** All buyers order a free unit at once, so that each order is delivered at once. */
async function rushFor(shop: TestShop, { buyers, codes }: { buyers: number; codes: string[] }) {
  const product = await buildPool(shop, { codes, price: 0 });
  const clients = await Promise.all(Array.from({ length: buyers }, () => shop.customer()));
  const body = { productId: product.id, amount: 0 };
  const replies = await Promise.all(clients.map((client) => client.call('createOrder', { body })));
  const received = await Promise.all(
    replies.map(({ status, body }, position) => {
      const client = clients[position];
      return status === 201 && client ? revealed(client, body.order._id) : [];
    }),
  );
  return { replies, received: received.flat() };
}

describe('200 buyers who order from a pool of 50 at once', () => {
  it('get 50 different codes, and the others are refused', async () => {
    const codes = newCodes(50);
    const { replies, received } = await rushFor(shop, { buyers: 200, codes });
    expect([countOf(replies, 201), countOf(replies, 409)]).toEqual([50, 150]);
    expect(codesIn(replies)).toEqual(new Set(['OUT_OF_STOCK']));
    expect([...received].sort()).toEqual([...codes].sort());
  });

  it('control: without the row lock, two of them get the same code', async () => {
    const unprotected = await openTestShop();
    const giveBack = removeRowLocks();
    try {
      const isBroken = await happens(async () => {
        const { replies, received } = await rushFor(unprotected, { buyers: 100, codes: newCodes(20) });
        const isOrderly = countOf(replies, 201) === 20 && countOf(replies, 409) === 80;
        return !isOrderly || new Set(received).size < 20 || (await brokenInvariants(unprotected.pool)).length > 0;
      });
      expect(isBroken).toBe(true);
    } finally {
      giveBack();
      await unprotected.close();
    }
  });
});

describe('20 parallel orders of a customer with a limit of two', () => {
  const attempt = async (shop: TestShop) => {
    const product = await buildPool(shop, { codes: newCodes(30), price: 0, max_per_customer: 2 });
    const buyer = await shop.customer();
    const body = { productId: product.id, amount: 0 };
    const replies = await Promise.all(Array.from({ length: 20 }, () => buyer.call('createOrder', { body })));
    return { product, buyer, replies };
  };

  it('lead to two orders and refusals with the limit', async () => {
    const { product, replies } = await attempt(shop);
    expect(countOf(replies, 201)).toBe(2);
    expect(codesIn(replies)).toEqual(new Set(['LIMIT_PER_CUSTOMER']));
    const other = await shop.customer();
    const three = await other.call('createOrder', { body: { productId: product.id, amount: 0, quantity: 3 } });
    expect([three.status, three.body.code]).toEqual([409, 'LIMIT_PER_CUSTOMER']);
    expect(three.body.message).toContain('2');
    const two = await other.call('createOrder', { body: { productId: product.id, amount: 0, quantity: 2 } });
    expect(two.status).toBe(201);
  });

  it("control: without the buyer's lock, they lead to more than two orders", async () => {
    const unprotected = await openTestShop();
    const giveBack = removeRowLocks(NO_KEY_UPDATE_LOCKS);
    try {
      const isBroken = await happens(async () => countOf((await attempt(unprotected)).replies, 201) > 2);
      expect(isBroken).toBe(true);
    } finally {
      giveBack();
      await unprotected.close();
    }
  });

  it('are not extended by a late payment for a third order', async () => {
    const product = await buildPool(shop, { codes: newCodes(10), max_per_customer: 2 });
    const buyer = await shop.customer();
    const first = await placeOrder(buyer, product, { quantity: 2 });
    await buyer.call('deleteOrder', { params: { id: first._id } });
    await buy(buyer, shop.payments, product, { quantity: 2 });
    const proof = await shop.payments.capture(first.razorpayOrderId, { webhook: false });
    const late = await buyer.call('verifyPayment', { body: proofOf(first._id, proof) });
    expect([late.status, late.body.code]).toEqual([409, 'PAYMENT_REFUNDED']);
  });
});

describe('the limit of unpaid units of a buyer', () => {
  it('is ten, or a fifth of the units that can be sold', async () => {
    const [few, many] = [
      await buildPool(shop, { codes: newCodes(20) }),
      await buildPool(shop, { codes: newCodes(200) }),
    ];
    const buyer = await shop.customer();
    const order = (product: typeof few, quantity: number) =>
      buyer.call('createOrder', { body: { productId: product.id, amount: 499 * quantity, quantity } });
    const tooMany = await order(few, 11);
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'HOLD_TOO_LARGE']);
    expect(tooMany.body.message).toContain('10');
    expect((await order(few, 8)).status).toBe(201);
    expect((await order(few, 3)).body.code).toBe('HOLD_TOO_LARGE');
    expect((await order(many, 41)).body.code).toBe('HOLD_TOO_LARGE');
    expect((await order(many, 40)).status).toBe(201);
  });

  it('counts units beyond the maximum that a sale counts', async () => {
    const product = await buildPool(shop, { codes: newCodes(1_600) });
    const buyer = await shop.customer();
    for (const quantity of [100, 100]) await placeOrder(buyer, product, { quantity });
    const body = { productId: product.id, amount: 499 * 100, quantity: 100 };
    // 1,400 are left: a fifth of them is 280.
    const reply = await buyer.call('createOrder', { body });
    expect([reply.status, reply.body.code]).toEqual([409, 'HOLD_TOO_LARGE']);
    expect(reply.body.message).toContain('280');
    expect((await buyer.call('createOrder', { body: { ...body, amount: 499 * 80, quantity: 80 } })).status).toBe(201);
  });
});
