import { type Access, API_BASE, type CallName, calls } from '@shop/contract/calls';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from './platform/ids.ts';
import { buildProduct } from './testing/builders.ts';
import type { SignedInClient } from './testing/test-sessions.ts';
import { openTestShop, type TestShop } from './testing/test-shop.ts';

/** What is served beside the calls of the contract, to everyone, and holds nothing of anybody. */
const OUTSIDE_THE_CONTRACT = [
  /^\/(healthz|readyz|metrics)$/,
  /^\/api\/docs(\/|$)/,
  /^\/api\/v1\/openapi\.json$/,
  /^\/(media\/:id\/:file|avatars\/:file)$/,
  // The payment provider's stand-in checks its own keys.
  /^\/sandbox\/razorpay\//,
];

type Identity = 'visitor' | 'customer' | 'other customer' | 'moderator' | 'admin';
const identities: Identity[] = ['visitor', 'customer', 'other customer', 'moderator', 'admin'];

/** The refusal each kind of access has for each kind of caller; none means that the call is let through. */
const refusals: Record<Access, Partial<Record<Identity, number>>> = {
  everyone: {},
  provider: {},
  'signed-in': { visitor: 401 },
  admin: { visitor: 401, customer: 403, 'other customer': 403, moderator: 403 },
};

let shop: TestShop;
const mounted: { method: string; url: string; access: Access | undefined }[] = [];
beforeAll(async () => {
  const onRoute = ({ method, url, config }: RouteOptions) => {
    for (const verb of [method].flat()) mounted.push({ method: verb, url, access: config?.access });
  };
  shop = await openTestShop({}, { onRoute });
});
afterAll(() => shop.close());

const clientFor = (identity: Identity) => {
  if (identity === 'visitor') return Promise.resolve(shop.visitor());
  if (identity === 'moderator' || identity === 'admin') return shop[identity]();
  return shop.customer();
};

const routeOf = (name: CallName) =>
  mounted.find(({ method, url }) => method === calls[name].method && url === `${API_BASE}${calls[name].path}`);
const names = Object.keys(calls) as CallName[];

describe('the routes (row 21)', () => {
  it('answer every call of the contract, for whom it says', () => {
    for (const name of names) expect([name, routeOf(name)?.access]).toEqual([name, calls[name].access]);
  });

  it('answer nothing that the contract does not declare', () => {
    const declared = new Set(names.map((name) => `${calls[name].method} ${API_BASE}${calls[name].path}`));
    const undeclared = mounted
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .filter(({ method, url }) => !declared.has(`${method} ${url}`))
      .filter(({ url }) => !OUTSIDE_THE_CONTRACT.some((pattern) => pattern.test(url)));
    expect(undeclared).toEqual([]);
  });

  it.each(names)('%s lets in exactly whom the contract says', async (name) => {
    const input = { params: { id: newId(), token: 'made-up' }, query: { q: 'x' } };
    for (const identity of identities) {
      const isChange = calls[name].method !== 'GET';
      // A wrong password keeps a call that needs nothing else from closing the account it is made with.
      const body = name === 'deleteAccount' ? { password: 'Wrong#Horse9' } : {};
      const { status } = await (await clientFor(identity)).call(name, { ...input, ...(isChange && { body }) });
      const refusal = refusals[calls[name].access][identity];
      if (refusal) expect([identity, status]).toEqual([identity, refusal]);
      else expect([identity, [401, 403].includes(status) || status >= 500]).toEqual([identity, false]);
    }
  });
});

describe("a customer's orders are nobody else's", () => {
  type OrderCall =
    | 'findMyOrder'
    | 'revealOrder'
    | 'rateOrder'
    | 'deleteOrder'
    | 'checkPayment'
    | 'markOrderUsed'
    | 'verifyPayment';
  const body = {
    used: true,
    stars: 5,
    worked: true,
    razorpayPaymentId: 'pay_x',
    razorpayOrderId: 'order_x',
    razorpaySignature: 'x',
  };
  /** What the owner is answered; everybody else learns that there is no such order. */
  const owners: Record<OrderCall, { price: number; status: number }> = {
    findMyOrder: { price: 0, status: 200 },
    revealOrder: { price: 0, status: 200 },
    rateOrder: { price: 0, status: 200 },
    verifyPayment: { price: 499, status: 400 },
    deleteOrder: { price: 499, status: 200 },
    checkPayment: { price: 499, status: 200 },
    markOrderUsed: { price: 0, status: 200 },
  };

  async function placeOrder(owner: SignedInClient, price: number): Promise<string> {
    const product = await buildProduct(shop, { price });
    const reply = await owner.call('createOrder', { body: { productId: product.id, amount: price } });
    expect(reply.status).toBe(201);
    return reply.body.order._id;
  }

  it.each(Object.keys(owners) as OrderCall[])('%s', async (name) => {
    const owner = await shop.customer();
    const id = await placeOrder(owner, owners[name].price);
    const ask = async (identity: Identity | 'owner') => {
      const client = identity === 'owner' ? owner : await clientFor(identity);
      const isChange = calls[name].method !== 'GET';
      const input = { params: { id }, ...(isChange && { body: { ...body, orderId: id } }) };
      return [identity, (await client.call(name, input)).status];
    };
    expect(await ask('visitor')).toEqual(['visitor', 401]);
    for (const other of ['other customer', 'moderator', 'admin'] as const)
      expect(await ask(other)).toEqual([other, 404]);
    expect(await ask('owner')).toEqual(['owner', owners[name].status]);
  });
});
