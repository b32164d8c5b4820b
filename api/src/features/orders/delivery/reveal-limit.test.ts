import { expect, it } from 'vitest';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import { signInAs } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const MOST = 20;
const DAY_MS = 24 * 60 * 60_000;
const shop = shareTestShop({ RATE_LIMIT_FACTOR: '1' });

const startDay = () => shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / DAY_MS) * DAY_MS + 60 * 60_000));
const reveal = (buyer: TestClient, id: string) => buyer.call('revealOrder', { params: { id } });
const bought = async () => {
  const buyer = await shop.customer();
  const { order } = await buy(buyer, testPayments(shop), await buildProduct(shop));
  return { buyer, id: order._id };
};

it('an order can be revealed 20 times a day, also by requests at once', async () => {
  startDay();
  const { buyer, id } = await bought();
  const replies = await Promise.all(Array.from({ length: MOST + 5 }, () => reveal(buyer, id)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(MOST);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(5);
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REVEALS']);
    expect(body.message).toBe('You opened this order many times today. Please try again tomorrow, or contact us.');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const { rowCount } = await shop.pool.query('select from reveals where order_id = $1', [id]);
  expect(rowCount).toBe(MOST);
  startDay();
  expect((await reveal(await signInAs(shop, shop.url, buyer.user), id)).status).toBe(200);
});

it('the reveal limit of an order cannot be used up by another customer', async () => {
  startDay();
  const { buyer, id } = await bought();
  const stranger = await shop.customer();
  for (let time = 0; time <= MOST; time += 1) expect((await reveal(stranger, id)).status).toBe(404);
  expect((await reveal(buyer, id)).status).toBe(200);
});

it('an admin always sees the first reveal of an order', async () => {
  startDay();
  const { buyer, id } = await bought();
  await reveal(buyer, id);
  const first = shop.clock.now();
  for (let day = 0; day < 2; day += 1) {
    startDay();
    const later = await signInAs(shop, shop.url, buyer.user);
    for (let time = 0; time < MOST; time += 1) expect((await reveal(later, id)).status).toBe(200);
  }
  const { body } = await (await shop.admin()).call('adminFindOrder', { params: { id } });
  const { reveals = [] } = body.data;
  expect(reveals).toHaveLength(MOST + 1);
  const times = reveals.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(Math.abs((times.at(-1) ?? 0) - first.getTime())).toBeLessThan(60_000);
});
