import { type Permission, permissions } from '@shop/contract/accounts/permissions';
import { type Access, API_BASE, type CallName, calls } from '@shop/contract/calls/calls';
import { endpoints } from '@shop/contract/calls/endpoints';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import type { SignedInClient } from '../testing/clients/test-sessions.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Public routes outside the contract. None of them returns personal data. */
const OUTSIDE_THE_CONTRACT = [
  /^\/(healthz|readyz|metrics)$/,
  /^\/\.well-known\/security\.txt$/,
  /^\/api\/docs(\/|$)/,
  /^\/api\/v1\/openapi\.json$/,
  /^\/(media\/:id\/:file|avatars\/:file)$/,
  // The payment sandbox checks its own keys.
  /^\/sandbox\/razorpay\//,
];

const limitedAdmins = permissions.map((permission) => `admin for ${permission}` as const);
type LimitedAdmin = (typeof limitedAdmins)[number];
type Identity =
  | 'visitor'
  | 'customer'
  | 'other customer'
  | 'moderator'
  | 'deactivated'
  | 'admin'
  | 'admin for nothing'
  | LimitedAdmin;
const identities: Identity[] = [
  'visitor',
  'customer',
  'other customer',
  'moderator',
  'deactivated',
  'admin',
  'admin for nothing',
  ...limitedAdmins,
];

/** The permissions of an admin in this test; undefined means all. */
const rightsOf = (identity: Identity): Permission[] | undefined => {
  if (identity === 'admin for nothing') return [];
  const own = permissions.filter((permission) => identity === `admin for ${permission}`);
  return own.length > 0 ? own : undefined;
};

const named = (text: string) => text.split(/\s+/) as CallName[];

/** The access of each call, written by hand: a list derived from the declarations could not find a wrong declaration. */
const LET_IN: Record<'everyone' | 'signed in' | Permission, readonly CallName[]> = {
  everyone:
    named(`register login logout currentUser forgotPassword resetPassword finishSignIn askForPasskey signInWithPasskey
    listProducts searchProducts suggestProducts productFacets findProduct similarProducts
    submitContact submitBugReport showAlertLink endAlertByLink razorpayWebhook`),
  'signed in': named(`refreshSession profile updateProfile updatePassword deleteAccount prove
    listSessions endSession endOtherSessions showTwoFactor startTwoFactor confirmTwoFactor endTwoFactor
    listPasskeys startPasskey addPasskey renamePasskey removePasskey
    createOrder verifyPayment listMyOrders findMyOrder deleteOrder checkPayment revealOrder markOrderUsed rateOrder
    listWishes listWishedIds addWish removeWish setStockAlert findStockAlert endStockAlert`),
  catalogue: named(`createProduct updateProduct deleteProduct adminCreateProduct adminUpdateProduct adminDeleteProduct
    adminListProducts adminSearchProducts adminFindProduct
    adminBulkProducts adminUndoBulk adminExportProducts adminImportProducts`),
  stock: named(`adminListProducts adminSearchProducts adminImportBatch adminListProductBatches
    adminListBatches adminFindBatch adminRecallBatch`),
  orders: named(`adminDashboard adminListOrders adminExportOrders adminFindOrder adminUpdateOrder adminUpdateOrderStatus
      adminCheckPayment cancelOrderByAdmin adminListBatchOrders adminExportBatchOrders`),
  support: named(`listContacts findContact toggleContact deleteContact deleteAllContacts adminWaiting
    adminListCustomers adminFindCustomer`),
  people: named('adminListCustomers adminFindCustomer adminListUsers adminFindUser adminUpdateUser'),
  settings: named('adminListAudit adminListSignIns'),
};
/** Every admin may make these calls, for their own data. */
const VIEWS = named('adminListViews adminSaveView adminDeleteView');
/** Calls that need a fresh proof, because the session may be stolen or left open. */
const NEEDS_PROOF = named(`startTwoFactor confirmTwoFactor startPasskey addPasskey removePasskey
  adminFindProduct adminBulkProducts adminImportProducts adminImportBatch adminRecallBatch
  adminUpdateOrder adminUpdateOrderStatus adminUpdateUser deleteAllContacts`);

/** The status by which a call refuses an identity; undefined if the call is allowed. */
function refusalOf(name: CallName, identity: Identity): number | undefined {
  if (LET_IN.everyone.includes(name)) return undefined;
  if (identity === 'visitor' || identity === 'deactivated') return 401;
  if (LET_IN['signed in'].includes(name)) return undefined;
  if (!identity.startsWith('admin')) return 403;
  const rights = rightsOf(identity) ?? permissions;
  const isOwn = VIEWS.includes(name) && rights.length > 0;
  return isOwn || rights.some((right) => LET_IN[right].includes(name)) ? undefined : 403;
}

let shop: TestShop;
const mounted: { method: string; url: string; access: Access | undefined }[] = [];
beforeAll(async () => {
  const onRoute = ({ method, url, config }: RouteOptions) => {
    for (const verb of [method].flat()) mounted.push({ method: verb, url, access: config?.access });
  };
  shop = await openTestShop({}, { onRoute });
});
afterAll(() => shop.close());

const clientFor = async (identity: Identity) => {
  if (identity === 'visitor') return shop.visitor();
  if (identity === 'moderator') return shop.moderator();
  if (identity.startsWith('admin')) return shop.admin({ permissions: rightsOf(identity) });
  const customer = await shop.customer();
  if (identity === 'deactivated')
    await shop.db.updateTable('users').set({ active: false }).where('id', '=', customer.user.id).execute();
  return customer;
};

const routeOf = (name: CallName) =>
  mounted.find(({ method, url }) => method === calls[name].method && url === `${API_BASE}${calls[name].path}`);
const names = Object.keys(calls) as CallName[];

const inputOf = (name: CallName) => {
  // A wrong password, so that the call does not close the account of the test.
  const body = name === 'deleteAccount' ? { password: 'Wrong#Horse9' } : {};
  const input = { params: { id: newId(), token: 'made-up' }, query: { q: 'x' } };
  return { ...input, ...(calls[name].method !== 'GET' && { body }) };
};

describe('routes (row 21)', () => {
  it('every call of the contract has a route with its access', () => {
    for (const name of names) expect([name, routeOf(name)?.access]).toEqual([name, calls[name].access]);
  });

  it('no route exists outside the contract and the list of public routes', () => {
    const declared = new Set(names.map((name) => `${calls[name].method} ${API_BASE}${calls[name].path}`));
    const undeclared = mounted
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .filter(({ method, url }) => !declared.has(`${method} ${url}`))
      .filter(({ url }) => !OUTSIDE_THE_CONTRACT.some((pattern) => pattern.test(url)));
    expect(undeclared).toEqual([]);
  });

  it.each(names)('%s allows exactly the users that the list allows', async (name) => {
    for (const identity of identities) {
      const { status, body } = await (await clientFor(identity)).call(name, inputOf(name));
      const refusal = refusalOf(name, identity);
      const answer = `${identity}: ${status} ${body.code}`;
      if (refusal) expect(answer).toBe(`${identity}: ${refusal} ${refusal === 401 ? 'NOT_SIGNED_IN' : 'NOT_ALLOWED'}`);
      else expect([answer, [401, 403].includes(status) || status >= 500]).toEqual([answer, false]);
    }
  });

  it('calls that could cost codes or an account need a fresh proof', () => {
    const declared = names.filter((name) => 'needsProof' in endpoints[name]);
    expect(declared.sort()).toEqual(NEEDS_PROOF.toSorted());
  });
});

describe('a shop that requires a second factor of admins', () => {
  let strict: TestShop;
  beforeAll(async () => {
    strict = await openTestShop({ REQUIRE_SECOND_FACTOR: 'on' });
  });
  afterAll(() => strict.close());

  it.each(names)('%s refuses an admin without a second factor, if it is an admin call', async (name) => {
    const { status, body } = await (await strict.admin()).call(name, inputOf(name));
    const isAsked = status === 403 && body.code === 'SECOND_FACTOR_REQUIRED';
    expect(isAsked).toBe(refusalOf(name, 'customer') === 403);
  });
});

describe("a customer's orders", () => {
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
  /** The status for the owner. All other users get 404. */
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
