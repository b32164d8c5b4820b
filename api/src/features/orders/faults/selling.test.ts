import { describe, expect, it } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { brokenInvariants } from '../../../testing/checks/invariants.ts';
import { happens, NO_KEY_UPDATE_LOCKS, removeRowLocks } from '../../../testing/checks/remove-row-locks.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { recordEarlierPurchases } from '../../../testing/data/earlier-purchases.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: FaultyShop;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
});

const countOf = (statuses: number[], status: number) => statuses.filter((given) => given === status).length;

type Rush = { buyers: number; units: number; areKnown: boolean };

async function rushFor(shop: TestShop, { buyers, units, areKnown }: Rush) {
  const product = await buildProduct(shop, { units });
  const clients = await Promise.all(Array.from({ length: buyers }, () => shop.customer()));
  const forget = await recordEarlierPurchases(shop, areKnown ? clients : []);
  const body = { productId: product.id, amount: 499 };
  const replies = await Promise.all(clients.map((client) => client.call('createOrder', { body })));
  await forget();
  return { product, replies, statuses: replies.map((reply) => reply.status) };
}

describe('200 buyers who order 10 units at once (fault 1)', () => {
  // Orders of buyers who have never paid are serialized at the last units; those of other buyers are not.
  it.each([
    ['have never paid', false],
    ['have paid before', true],
  ])('get ten units, and a refusal for the others, if they %s', async (_, areKnown) => {
    const { product, replies, statuses } = await rushFor(shop, { buyers: 200, units: 10, areKnown });
    expect(countOf(statuses, 201)).toBe(10);
    expect(countOf(statuses, 409)).toBe(190);
    expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['OUT_OF_STOCK']),
    );
    const shown = await shop.visitor().call('findProduct', { params: { id: product.id } });
    expect(shown.body.data).toMatchObject({ usageLimit: 0, isSold: true, availability: 'sold-out' });
  });

  it('control: without the row lock, they get more than ten units', async () => {
    const unprotected = await openTestShop();
    const giveBack = removeRowLocks();
    try {
      const { statuses } = await rushFor(unprotected, { buyers: 60, units: 10, areKnown: true });
      const isBroken = countOf(statuses, 201) !== 10 || (await brokenInvariants(unprotected.pool)).length > 0;
      expect(isBroken).toBe(true);
    } finally {
      giveBack();
      await unprotected.close();
    }
  });
});

describe('50 parallel orders of a one-time product by one buyer (fault 2)', () => {
  const attempt = async (shop: TestShop) => {
    const product = await buildProduct(shop, { units: 60, is_one_time_use: true });
    const buyer = await shop.customer();
    const body = { productId: product.id, amount: 499 };
    const replies = await Promise.all(Array.from({ length: 50 }, () => buyer.call('createOrder', { body })));
    return { product, buyer, replies };
  };

  it('lead to one order', async () => {
    const { replies, product, buyer } = await attempt(shop);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['ALREADY_PURCHASED']),
    );
    const two = await buyer.call('createOrder', { body: { productId: product.id, amount: 998, quantity: 2 } });
    expect(two.status).toBe(422);
  });

  it('control: without unique key and buyer lock, they lead to several orders', async () => {
    const unprotected = await openTestShop();
    await unprotected.pool.query('drop index orders_one_live');
    const giveBack = removeRowLocks(NO_KEY_UPDATE_LOCKS);
    try {
      const ordered = async () => (await attempt(unprotected)).replies.filter(({ status }) => status === 201);
      expect(await happens(async () => (await ordered()).length > 1)).toBe(true);
    } finally {
      giveBack();
      await unprotected.close();
    }
  });
});

describe('a request with a wrong amount or quantity (fault 10)', () => {
  it.each([
    ['amount 1', { amount: 1 }, 409],
    ['quantity -1', { quantity: -1 }, 422],
    ['quantity 0', { quantity: 0 }, 422],
    ['quantity 1.5', { quantity: 1.5 }, 422],
    ['quantity 1e9', { quantity: 1e9 }, 422],
    ['quantity "2"', { quantity: '2' }, 422],
    ['amount null', { amount: null }, 422],
    ['a third decimal', { amount: 499.001 }, 422],
    ['the price of one for two', { quantity: 2 }, 409],
  ])('is refused with %s', async (_, change, status) => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    const reply = await buyer.call('createOrder', { body: { productId: product.id, amount: 499, ...change } });
    expect(reply.status).toBe(status);
    if (status === 409) expect(reply.body.code).toBe('PRICE_CHANGED');
  });

  it('is refused with the new price after a price change', async () => {
    const product = await buildProduct(shop);
    await shop.pool.query('update products set price_paise = 59900 where id = $1', [product.id]);
    const buyer = await shop.customer();
    const reply = await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
    expect(reply.body).toMatchObject({ code: 'PRICE_CHANGED', message: expect.stringContaining('₹599') });
    const paid = await buy(buyer, shop.payments, { ...product, price_paise: 59900 });
    expect(paid.payment.amount).toBe(599);
  });
});
