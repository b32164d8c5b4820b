import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SANDBOX_PREFIX } from '../../../api/src/features/payments/provider/open-providers.ts';
import type { TestClient } from '../../../api/src/testing/clients/test-client.ts';
import { type Proof, proofOf } from '../../../api/src/testing/clients/test-payments.ts';
import { PASSWORD } from '../../../api/src/testing/data/builders.ts';
import type { Acknowledged } from './books.ts';
import type { Browser } from './browser.ts';

export type Goods = { id: string; title: string; price: number };
type Market = { goods: Goods[]; keyId: string; acknowledged: Acknowledged; thinkMs: number };

const CARD = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '123', name: 'Asha Rao' };
const read = { kind: 'read', expects: [200] } as const;
const write = { kind: 'write', expects: [200] } as const;
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

/** Browses, signs in and buys in a loop until stopped. Some buyers close the page after paying. */
export async function shopAround(email: string, browser: Browser, market: Market, closing: AbortSignal): Promise<void> {
  const think = () => pause(market.thinkMs * (0.5 + Math.random()), undefined, { signal: closing });
  const steps = [
    () => signIn(email, browser),
    () => browser.want((client) => client.fetch('/'), read),
    () =>
      browser.want(
        (client) => client.call('listProducts', { query: { page: 1 + Math.floor(Math.random() * 3) } }),
        read,
      ),
    () => browser.want((client) => client.call('searchProducts', { query: { q: oneOf(market.goods).title } }), read),
    () => lookAt(browser, oneOf(market.goods)),
    () => buy(browser, oneOf(market.goods), market, think),
    () => browser.want((client) => client.call('listMyOrders'), read),
    () => buy(browser, oneOf(market.goods), market, think),
  ];
  try {
    // Buyers start at different steps.
    await pause(Math.random() * steps.length * market.thinkMs, undefined, { signal: closing });
    await signIn(email, browser);
    for (;;)
      for (const step of steps) {
        await step();
        await think();
      }
  } catch (error) {
    if (!closing.aborted) throw error;
  }
}

const signIn = (email: string, browser: Browser) =>
  browser.want((client) => client.call('login', { body: { email, password: PASSWORD } }), write);

async function lookAt(browser: Browser, { id }: Goods): Promise<void> {
  await browser.want((client) => client.fetch(`/products/${id}`), read);
  await browser.want((client) => client.call('findProduct', { params: { id } }), read);
}

async function buy(browser: Browser, goods: Goods, market: Market, think: () => Promise<void>): Promise<void> {
  const { acknowledged, keyId } = market;
  const headers = { 'idempotency-key': randomUUID() };
  const body = { productId: goods.id, amount: goods.price, quantity: 1 };
  const placed = await browser.want((client) => client.call('createOrder', { body, headers }), {
    kind: 'write',
    // The idempotency key finds the order again after a lost answer.
    expects: [200, 201],
  });
  const { _id: orderId, razorpayOrderId } = placed.body.order;
  acknowledged.placed.add(orderId);
  const paid = await browser.want((client) => pay(client, keyId, razorpayOrderId ?? ''), {
    kind: 'write',
    // 400: the order was paid and the answer was lost.
    expects: [200, 400],
  });
  acknowledged.paid.add(orderId);
  if (paid.status === 400) {
    await browser.want((client) => client.call('checkPayment', { params: { id: orderId } }), write);
    return;
  }
  await think();
  if (Math.random() < 1 / 4) return;
  const verified = await browser.want(
    (client) => client.call('verifyPayment', { body: proofOf(orderId, paid.body) }),
    write,
  );
  if (verified.body.order.isDelivered) acknowledged.delivered.add(orderId);
}

const pay = (client: TestClient, keyId: string, orderId: string) =>
  client.fetch<Proof>(`${SANDBOX_PREFIX}/v1/checkout/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key_id: keyId, order_id: orderId, method: 'card', card: CARD }),
  });
