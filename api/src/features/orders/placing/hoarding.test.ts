import { failures } from '@shop/contract/failures/failures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { recordEarlierPurchases } from '../../../testing/data/earlier-purchases.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
// Products and units as in the demo: from 5 to 250 units of each.
const STOCK = Array.from({ length: 70 }, (_, n) => [5, 8, 12, 20, 40, 60, 90, 130, 150, 250][n % 10] ?? 5);
const HOARDERS = 50;

type Wanted = { id: string; price_paise: number; left: number };

/** The products that can be bought now, the easiest to sell out first: hoarders know the source code. */
const shelf = async (shop: TestShop): Promise<Wanted[]> =>
  (
    await shop.pool.query<Wanted>(
      `select products.id, price_paise::int, count(*)::int as left from products
       join units on units.product_id = products.id and state = 'available' group by products.id order by 3, 1`,
    )
  ).rows;

const order = (hoarder: SignedInClient, { id, price_paise }: Wanted, quantity: number) =>
  hoarder.call('createOrder', { body: { productId: id, amount: (price_paise / 100) * quantity, quantity } });

/**
 * Holds as many units as it gets, of products with few units left, and cancels now and then to hold again. After one
 * refusal of last units it does not order other last units, because they are refused too.
 */
async function hoard(hoarder: SignedInClient, seen: Wanted[], turn: number): Promise<void> {
  let fewestWanted = 1;
  for (const product of seen.slice(turn % 5)) {
    if (product.left < fewestWanted) continue;
    const quantity = Math.min(product.left, Math.max(10, Math.floor(product.left / 5)));
    const { status, body } = await order(hoarder, product, quantity);
    if (status === 201 && turn % 4 === 3) await hoarder.call('deleteOrder', { params: { id: body.order._id } });
    if (body.code === 'LAST_UNITS_KEPT' && quantity === 1) fewestWanted = 2;
    else if (body.code === 'LAST_UNITS_KEPT') await order(hoarder, product, quantity - 1);
    else if (status !== 201 && body.code !== 'OUT_OF_STOCK') return;
  }
}

const ENOUGH = (STOCK.length * 4) / 5;

/** Runs for five minutes or until too few products are left; returns the fewest that were on sale at any moment. */
async function fewestOnSale(shop: TestShop, hoarders: SignedInClient[]): Promise<number> {
  let fewest = STOCK.length;
  for (let minute = 0; minute <= 5 && fewest >= ENOUGH; minute += 1) {
    for (let first = 0; first < hoarders.length; first += 10) {
      const seen = await shelf(shop);
      fewest = Math.min(fewest, seen.length);
      const group = hoarders.slice(first, first + 10);
      await Promise.all(group.map((hoarder, place) => hoard(hoarder, seen, first + place + minute)));
    }
    const { body } = await shop.visitor().call('listProducts', { query: { limit: 1 } });
    fewest = Math.min(fewest, body.pagination.total);
    await reconcileOrders(shop);
    shop.clock.advance(MINUTE_MS);
  }
  return fewest;
}

async function openStockedShop(): Promise<{ shop: TestShop; hoarders: SignedInClient[] }> {
  const shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  for (const units of STOCK) await buildProduct(shop, { units });
  const hoarders: SignedInClient[] = [];
  for (let n = 0; n < HOARDERS; n++) hoarders.push(await shop.customer());
  return { shop, hoarders };
}

describe('fifty accounts that hold units and never pay (fault 36)', { timeout: 300_000 }, () => {
  it('leave at least four of five products on sale, and honest buyers can buy', async () => {
    const { shop, hoarders } = await openStockedShop();
    try {
      expect(await fewestOnSale(shop, hoarders)).toBeGreaterThanOrEqual(ENOUGH);
      const [product] = (await shelf(shop)).filter(({ left }) => left > 1);
      if (!product) throw new Error('nothing is left');
      await buy(await shop.customer(), testPayments(shop), product);
    } finally {
      await shop.close();
    }
  });

  it('sell out at most ten products, however many of them order at once', async () => {
    const AT_ONCE = 16;
    const shop = await openTestShop({ DATABASE_POOL: String(AT_ONCE) });
    try {
      const pairs: [SignedInClient, { id: string }][] = [];
      for (let n = 0; n < AT_ONCE; n++)
        pairs.push([await shop.customer(), await buildProduct(shop, { units: 1, price: 499 })]);
      const replies = await Promise.all(
        pairs.map(([buyer, { id }]) => buyer.call('createOrder', { body: { productId: id, amount: 499 } })),
      );
      const codes = replies.map(({ status, body }) => body.code ?? status).toSorted();
      expect(codes).toEqual([...Array(10).fill(201), ...Array(6).fill('LAST_UNITS_KEPT')]);
    } finally {
      await shop.close();
    }
  });

  it('control: sell out more products if they have paid before', async () => {
    const { shop, hoarders } = await openStockedShop();
    try {
      await recordEarlierPurchases(shop, hoarders);
      expect(await fewestOnSale(shop, hoarders)).toBeLessThan(ENOUGH);
    } finally {
      await shop.close();
    }
  });
});

describe('a single buyer', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => shop.close());

  const orderAndCancel = async (buyer: SignedInClient, product: Awaited<ReturnType<typeof buildProduct>>) => {
    const { _id } = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: _id } });
  };
  const tryOrder = (buyer: SignedInClient, { id }: { id: string }, quantity = 1) =>
    buyer.call('createOrder', { body: { productId: id, amount: 499 * quantity, quantity } });

  const sendBack = async (id: string) =>
    (await shop.admin()).call('adminUpdateOrder', { params: { id }, body: { paymentStatus: 'refunded' } });

  it('can hold a fifth of the units, or ten if there are few', async () => {
    const [much, little] = [await buildProduct(shop, { units: 100 }), await buildProduct(shop, { units: 30 })];
    const buyer = await shop.customer();
    for (const product of [much, await buildProduct(shop, { units: 100 }), await buildProduct(shop, { units: 100 })]) {
      const refused = await tryOrder(buyer, product, 100);
      expect([refused.status, refused.body.code]).toEqual([409, 'HOLD_TOO_LARGE']);
      expect(refused.body.message).toContain('20');
    }
    expect((await tryOrder(buyer, much, 20)).status).toBe(201);
    expect((await tryOrder(buyer, much)).body.code).toBe('HOLD_TOO_LARGE');
    expect((await tryOrder(buyer, little, 11)).body.code).toBe('HOLD_TOO_LARGE');
    expect((await tryOrder(buyer, little, 10)).status).toBe(201);
  });

  it('must wait longer after each cancelled order, until an hour has passed', async () => {
    const product = await buildProduct(shop, { units: 50 });
    const buyer = await shop.customer();
    for (let time = 0; time < 5; time++) await orderAndCancel(buyer, product);
    const { status, body, headers } = await tryOrder(buyer, product);
    expect([status, body.code]).toEqual([429, 'TOO_MANY_GIVEN_UP_ORDERS']);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    shop.clock.advance(Number(headers.get('retry-after')) * SECOND_MS + 1);
    await orderAndCancel(buyer, product);
    expect(Number((await tryOrder(buyer, product)).headers.get('retry-after'))).toBeGreaterThan(60);
    shop.clock.advance(61 * MINUTE_MS);
    await orderAndCancel(buyer, product);
    expect((await tryOrder(buyer, product)).status).toBe(201);
  });

  it('need not wait for orders that the provider never opened', async () => {
    const product = await buildProduct(shop, { units: 50 });
    const buyer = await shop.customer();
    for (let time = 0; time < 5; time++) await orderAndCancel(buyer, product);
    const theirs = 'delete from provider_orders using orders where orders.id = order_id and buyer_id = $1';
    await shop.pool.query(theirs, [buyer.user.id]);
    expect((await tryOrder(buyer, product)).status).toBe(201);
  });

  it('gets ten free units a day, also after closing and registering an account again', async () => {
    const product = await buildProduct(shop, { units: 100, price: 0 });
    const free = (buyer: SignedInClient, quantity: number) =>
      buyer.call('createOrder', { body: { productId: product.id, amount: 0, quantity } });
    const buyer = await shop.customer();
    // Units with a price do not count.
    await placeOrder(buyer, await buildProduct(shop));
    expect((await free(buyer, 10)).status).toBe(201);
    const refused = await free(buyer, 1);
    expect([refused.status, refused.body.code]).toEqual([409, 'FREE_LIMIT']);
    expectNeutral(await free(await again(buyer), 1));
    shop.clock.advance(24 * 60 * MINUTE_MS);
    const later = Object.assign(shop.visitor(), { user: buyer.user });
    await later.call('login', { body: { email: buyer.user.email, password: 'Monsoon#2026' } });
    expect((await free(later, 1)).status).toBe(201);
  });

  it('gets no last units while holds sell out many products, until a first payment', async () => {
    const [newcomer, taker, returner, payer] = [
      await shop.customer(),
      await shop.customer(),
      await shop.customer(),
      await shop.customer(),
    ];
    await placeOrder(taker, await buildProduct(shop, { price: 0 }));
    await sendBack((await buy(returner, testPayments(shop), await buildProduct(shop))).order._id);
    await buy(payer, testPayments(shop), await buildProduct(shop));
    for (let held = 0, holder = newcomer; held < 10; held += 1) {
      if (held % 3 === 0) holder = await shop.customer();
      await placeOrder(holder, await buildProduct(shop, { units: 1 }));
    }
    const last = await buildProduct(shop, { units: 1 });
    for (const buyer of [newcomer, taker, returner])
      expect((await tryOrder(buyer, last)).body.code).toBe('LAST_UNITS_KEPT');
    expect((await tryOrder(payer, last)).status).toBe(201);
  });

  /** Anybody can register a closed address, so the refusal must not reveal what its former owner has bought. */
  function expectNeutral({ status, body }: { status: number; body: { code: string; message: string } }) {
    const { code, message } = failures.saleRefused;
    expect([status, body.code, body.message]).toEqual([409, code, message]);
  }

  /** Closes the account and registers its address again. */
  async function again(buyer: SignedInClient): Promise<SignedInClient> {
    await buyer.call('deleteAccount', { body: { password: 'Correct-Horse-9' } });
    const browser = shop.visitor();
    const { email } = buyer.user;
    const body = { name: 'Asha Rao', mobile: '9876543210', email: email.toUpperCase(), password: 'Monsoon#2026' };
    expect((await browser.call('register', { body })).status).toBe(201);
    return Object.assign(browser, { user: buyer.user });
  }

  it('cannot exceed the limits by closing the account and registering again', async () => {
    const [once, returned, thrice] = [
      await buildProduct(shop, { is_one_time_use: true }),
      await buildProduct(shop, { is_one_time_use: true }),
      await buildProduct(shop, { max_per_customer: 3 }),
    ];
    const buyer = await shop.customer();
    for (const product of [once, returned, thrice]) {
      const { order } = await buy(buyer, testPayments(shop), product);
      if (product === returned) await sendBack(order._id);
    }
    const back = await again(buyer);
    expectNeutral(await tryOrder(back, once));
    expect((await tryOrder(back, returned)).status).toBe(201);
    expectNeutral(await tryOrder(back, thrice, 3));
    const tooMany = await tryOrder(back, thrice, 4);
    expect([tooMany.body.code, tooMany.body.message]).toEqual(['LIMIT_PER_CUSTOMER', expect.stringMatching(/ 3 more/)]);
    await buy(back, testPayments(shop), thrice);
    for (const status of [201, 409]) expect((await tryOrder(back, thrice)).status).toBe(status);
    // An account with another address is another person.
    expect((await tryOrder(await shop.customer(), once)).status).toBe(201);
  });

  it('can buy a refunded one-time product again', async () => {
    const limited = [
      await buildProduct(shop, { is_one_time_use: true }),
      await buildProduct(shop, { max_per_customer: 1 }),
    ];
    const buyer = await shop.customer();
    for (const product of limited) {
      const { order } = await buy(buyer, testPayments(shop), product);
      await sendBack(order._id);
      expect((await tryOrder(buyer, product)).status).toBe(201);
    }
  });

  it('cannot buy a product again that became a one-time product', async () => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    await buy(buyer, testPayments(shop), product);
    const waiting = await shop.customer();
    await placeOrder(waiting, product);
    await shop.pool.query('update products set is_one_time_use = true where id = $1', [product.id]);
    expect((await tryOrder(buyer, product)).body.code).toBe('ALREADY_PURCHASED');
    expect((await tryOrder(waiting, product)).body.code).toBe('ALREADY_PURCHASED');
  });

  it('is recognised without the address, which is deleted years after the account', async () => {
    const product = await buildProduct(shop, { is_one_time_use: true });
    const buyer = await shop.customer();
    await buy(buyer, testPayments(shop), product);
    const closing = { body: { password: 'Correct-Horse-9' } };
    expect((await buyer.call('deleteAccount', closing)).status).toBe(200);
    await shop.pool.query(`update users set email = '' where id = $1`, [buyer.user.id]);
    const body = { name: 'Asha Rao', mobile: '9876543210', email: buyer.user.email, password: 'Monsoon#2026' };
    const browser = Object.assign(shop.visitor(), { user: buyer.user });
    await browser.call('register', { body });
    expectNeutral(await tryOrder(browser, product));
  });

  it('has one rating of a product with all orders and accounts', async () => {
    const product = await buildProduct(shop, { units: 20 });
    const buyer = await shop.customer();
    const rated = async (browser: SignedInClient, stars: number) => {
      const { order } = await buy(browser, testPayments(shop), product);
      const rating = { params: { id: order._id }, body: { stars, worked: true } };
      expect((await browser.call('rateOrder', rating)).status).toBe(200);
      const { body } = await shop.visitor().call('findProduct', { params: { id: product.id } });
      return [body.data.rating, body.data.ratingCount];
    };
    expect(await rated(buyer, 1)).toEqual([1, 1]);
    expect(await rated(buyer, 3)).toEqual([3, 1]);
    expect(await rated(await again(buyer), 5)).toEqual([5, 1]);
    expect(await rated(await shop.customer(), 1)).toEqual([3, 2]);
  });
});
