import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { newId } from '../../../platform/ids.ts';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import type { TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct, buildUser } from '../../../testing/data/builders.ts';
import { productForm } from '../../../testing/data/product-form.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import type { PaymentProvider } from '../../payments/provider/payment-provider.ts';
import { decryptDeliveredGoods } from '../../stock/units/goods.service.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];

/** A round with a provider that answers some calls itself. */
function reconcileWith(answers: Partial<PaymentProvider>): Promise<void> {
  const provider = { ...shop.providers.current, ...answers };
  return reconcileOrders({ ...shop, providers: { current: provider, named: () => provider } });
}

/** Orders that were cancelled hours ago, whose checks are all due. */
async function giveUpOrders(buyers: number, eachOrders: number): Promise<void> {
  const product = await buildProduct(shop);
  for (let index = 0; index < buyers; index++) {
    const { id: buyer } = await buildUser(shop);
    await shop.pool.query(
      `insert into orders (id, buyer_id, product_id, quantity, amount_paise, is_one_time_use, abandoned_at, receipt,
                           product_details, next_check_at, created_at, updated_at)
       select id, $1, $2, 1, 49900, false, $3, id, '{}', $3, $3, $3
       from (select gen_random_uuid() as id from generate_series(1, $4)) as ids`,
      [buyer, product.id, new Date(shop.clock.now().getTime() - 60 * MINUTE_MS), eachOrders],
    );
  }
}

/** Deletes in parts, because one statement could exceed the statement timeout. */
async function forgetGivenUp(): Promise<void> {
  const some = `delete from orders where id in (select id from orders where product_details = '{}' limit 1000)`;
  while ((await shop.pool.query(some)).rowCount);
}

describe('several reconciler rounds at once (fault 34)', () => {
  it('check each due order once', async () => {
    await giveUpOrders(10, 40);
    const asked: { round: number; receipt: string }[] = [];
    const rounds = [1, 2, 3].map((round) =>
      reconcileWith({
        findOrdersByReceipt: async (receipt) => {
          asked.push({ round, receipt });
          // No call is answered before each round has taken orders.
          await expect.poll(() => new Set(asked.map(({ round }) => round)).size).toBe(3);
          return [];
        },
      }),
    );
    await Promise.all(rounds);
    expect(asked).toHaveLength(400);
    expect(new Set(asked.map(({ receipt }) => receipt)).size).toBe(400);
    await forgetGivenUp();
  });

  it('include one that crashes: another round takes its orders two minutes later', async () => {
    await giveUpOrders(1, 3);
    const taken = new Set<string>();
    void reconcileWith({ findOrdersByReceipt: (receipt) => new Promise(() => taken.add(receipt)) });
    await expect.poll(() => taken.size).toBe(3);
    const asked = new Set<string>();
    const findOrdersByReceipt = async (receipt: string) => {
      asked.add(receipt);
      return [];
    };
    const round = () => reconcileWith({ findOrdersByReceipt });
    await round();
    expect(asked).toEqual(new Set());
    shop.clock.advance(2 * MINUTE_MS);
    await round();
    expect(asked).toEqual(taken);
    await forgetGivenUp();
  });
});

describe('a code that is replaced while it is held (fault 35)', () => {
  it('goes to the buyer who holds it, and to nobody after the hold has ended', async () => {
    const product = await buildProduct(shop, { units: 2, code: `OLD-${newId()}` });
    const [first, second, third] = [await shop.customer(), await shop.customer(), await shop.customer()];
    const [kept, returned] = [await placeOrder(first, product), await placeOrder(second, product)];
    const code = `NEW-${newId()}`;
    const admin = await shop.admin();
    const body = productForm({ code, usageLimit: undefined, price: '499', title: product.title });
    expect((await admin.call('adminUpdateProduct', { params: { id: product.id }, body })).status).toBe(200);
    await second.call('deleteOrder', { params: { id: returned._id } });
    const next = await placeOrder(third, product);
    for (const order of [kept, next]) await payments.capture(order.razorpayOrderId, { webhook: false });
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    expect((await decryptDeliveredGoods(shop, kept._id)).map((goods) => goods.code)).toEqual([product.code]);
    expect((await decryptDeliveredGoods(shop, next._id)).map((goods) => goods.code)).toEqual([code]);
  });
});

// The last test of the file, because its orders are deleted with the database only: deleting them would take too long.
describe('a reconciler with 20,000 cancelled orders (fault 34)', () => {
  beforeAll(() => giveUpOrders(40, 500));
  beforeEach(async () => {
    const overdue = new Date(shop.clock.now().getTime() - 60 * MINUTE_MS);
    const asked = `update orders set next_check_at = $1 where product_details = '{}' and next_check_at > $2`;
    await shop.pool.query(asked, [overdue, shop.clock.now()]);
  });

  it('does not delay expired holds, lost payments or the orders of other buyers', async () => {
    const [shelved, paid] = [await buildProduct(shop, { units: 1 }), await buildProduct(shop, { units: 1 })];
    const [expired, lost] = [
      await placeOrder(await shop.customer(), shelved),
      await placeOrder(await shop.customer(), paid),
    ];
    await payments.capture(lost.razorpayOrderId, { webhook: false });
    shop.clock.advance(15 * MINUTE_MS + 1);
    const asked: string[] = [];
    await reconcileWith({
      listPayments: (id) => {
        asked.push(id);
        return shop.providers.current.listPayments(id);
      },
      findOrdersByReceipt: async (receipt) => {
        asked.push(receipt);
        return [];
      },
    });
    expect(new Set(asked.slice(0, 2))).toEqual(new Set([expired.razorpayOrderId, lost.razorpayOrderId]));
    expect(await orderOf(expired._id)).toMatchObject({ hold_until: null, payment_status: 'pending' });
    expect(await orderOf(lost._id)).toMatchObject({ is_delivered: true });

    const { rows } = await shop.pool.query(
      `select count(*)::int as asked from orders
       where product_details = '{}' and next_check_at > $1 group by buyer_id`,
      [shop.clock.now()],
    );
    expect(rows).toHaveLength(40);
    for (const { asked: ofBuyer } of rows) expect(ofBuyer).toBeGreaterThanOrEqual(50);
    for (const { asked: ofBuyer } of rows) expect(ofBuyer).toBeLessThan(150);
  });

  // Eight orders are checked at a time and each may take eight seconds: one answer a second on the clock of this test.
  const ANSWER_MS = 1_000;

  /** Orders that become due during the round have two minutes as well. */
  it('ends holds and delivers lost payments in two minutes with a slow provider', {
    timeout: 180_000,
  }, async () => {
    const [shelved, paid] = [await buildProduct(shop, { units: 1 }), await buildProduct(shop, { units: 2 })];
    const [expired, lost] = [
      await placeOrder(await shop.customer(), shelved),
      await placeOrder(await shop.customer(), paid),
    ];
    const hurried = await shop.customer();
    const capturedAt = new Map<string, Date>();
    const captureUnnoticed = async ({ _id, razorpayOrderId }: typeof lost) => {
      await payments.capture(razorpayOrderId, { webhook: false });
      capturedAt.set(_id, shop.clock.now());
    };
    shop.clock.advance(14 * MINUTE_MS);
    let asked = 0;
    const events: Record<number, () => Promise<void>> = {
      // Its first check is due a minute later, among other orders.
      45: async () => captureUnnoticed(await placeOrder(hurried, paid)),
      // It is due a moment after its hold was released.
      150: () => captureUnnoticed(lost),
    };
    // The clock stands still during a real call.
    const inTurn = createConcurrencyLimit(1);
    const answering = <T>(answer: () => Promise<T>) =>
      inTurn(async () => {
        asked += 1;
        shop.clock.advance(ANSWER_MS);
        await events[asked]?.();
        return answer();
      });
    await reconcileWith({
      listPayments: (id) => answering(() => shop.providers.current.listPayments(id)),
      findOrdersByReceipt: () => answering(async () => []),
    });
    // The round went on long after all orders were due, with thousands of them left.
    expect(asked).toBeGreaterThan(1_000);
    expect(capturedAt.size).toBe(2);
    for (const [id, at] of capturedAt) {
      const delivered = await orderOf(id);
      expect(delivered.is_delivered).toBe(true);
      expect(delivered.delivered_at.getTime() - at.getTime()).toBeLessThan(2 * MINUTE_MS);
    }
    const returned = await orderOf(expired._id);
    const heldUntil = new Date(expired.createdAt).getTime() + 15 * MINUTE_MS;
    expect(returned.abandoned_at.getTime() - heldUntil).toBeLessThan(2 * MINUTE_MS);
  });
});
