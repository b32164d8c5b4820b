import { describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { buildProduct, buildUser } from '../../../testing/builders.ts';
import { type FaultyShop, faultRows, openFaultyShop } from '../../../testing/fault-rows.ts';
import { productForm } from '../../../testing/product-form.ts';
import { placeOrder } from '../../../testing/purchases.ts';
import type { TestPayments } from '../../../testing/test-payments.ts';
import { openDeliveredGoods } from '../../stock/goods.service.ts';
import { reconcileOrders } from '../reconcile.service.ts';

const MINUTE_MS = 60_000;
let shop: FaultyShop;
let payments: TestPayments;
faultRows(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];

/** Orders that their buyers gave up hours ago, each overdue to be asked about. */
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

describe('34: 20,000 given-up orders in the reconciler', () => {
  it('hold up neither the return of a hold nor the delivery of a lost payment, and no buyer waits for another', async () => {
    await giveUpOrders(40, 500);
    const [shelved, paid] = [await buildProduct(shop, { units: 1 }), await buildProduct(shop, { units: 1 })];
    const [expired, lost] = [
      await placeOrder(await shop.customer(), shelved),
      await placeOrder(await shop.customer(), paid),
    ];
    await payments.capture(lost.razorpayOrderId, { webhook: false });
    shop.clock.advance(15 * MINUTE_MS + 1);
    const asked: string[] = [];
    const { current } = shop.providers;
    const listening = {
      ...current,
      listPayments: (id: string) => {
        asked.push(id);
        return current.listPayments(id);
      },
      findOrderByReceipt: async (receipt: string) => {
        asked.push(receipt);
        return undefined;
      },
    };
    await reconcileOrders({ ...shop, providers: { current: listening, named: () => listening } });
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
    await shop.pool.query(`delete from orders where product_details = '{}'`);
  });
});

describe('35: a code that is replaced while it is held', () => {
  it('goes to who ordered it, and after that hold has come back to nobody', async () => {
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
    expect((await openDeliveredGoods(shop, kept._id)).map((goods) => goods.code)).toEqual([product.code]);
    expect((await openDeliveredGoods(shop, next._id)).map((goods) => goods.code)).toEqual([code]);
  });
});
