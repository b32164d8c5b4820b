import { expect, it } from 'vitest';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop();

type Product = Awaited<ReturnType<typeof buildProduct>>;

async function rate(buyer: SignedInClient, product: Product, stars: number): Promise<void> {
  const { order } = await buy(buyer, testPayments(shop), product);
  const reply = await buyer.call('rateOrder', { params: { id: order._id }, body: { stars, worked: true } });
  expect(reply.status).toBe(200);
}

const ratingOf = async ({ id }: Product) => {
  const { rating, ratingCount } = (await shop.visitor().call('findProduct', { params: { id } })).body.data;
  return [rating, ratingCount];
};

it('a rating changes the average of its product only', async () => {
  const [good, poor, unrated] = [await buildProduct(shop), await buildProduct(shop), await buildProduct(shop)];
  const buyer = await shop.customer();
  await rate(buyer, good, 5);
  await rate(buyer, poor, 1);
  await rate(await shop.customer(), good, 4);
  expect([await ratingOf(good), await ratingOf(poor), await ratingOf(unrated)]).toEqual([
    [4.5, 2],
    [1, 1],
    [null, 0],
  ]);
});
