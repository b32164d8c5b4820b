import { type Permission, permissions } from '@shop/contract/accounts/permissions';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { CANARY, PASSWORD } from '../../../testing/data/builders.ts';
import { addBatch, buildPool } from '../../../testing/data/pools.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

/** Decision 0051 lists which data about buyers and codes each permission may read. */

const BUYER = /buyer-7f3a/i;
const CODE = new RegExp(CANARY);

let shop: TestShop;
let buyer: SignedInClient;
let ids: { product: string; batch: string; order: string; buyer: string };
beforeAll(async () => {
  shop = await openTestShop();
  buyer = await shop.customer({ name: 'Buyer-7F3A Rao', email: 'buyer-7f3a@example.com' });
  const pool = await buildPool(shop, { codes: [], price: 0 });
  const batch = await addBatch(shop, pool.id, { codes: [`${CANARY}A`, `${CANARY}B`] });
  const { body } = await buyer.call('createOrder', { body: { productId: pool.id, amount: 0 } });
  await buyer.call('revealOrder', { params: { id: body.order._id } });
  await buyer.call('login', { body: { email: 'buyer-7f3a@example.com', password: PASSWORD } });
  ids = { product: pool.id, batch: batch._id, order: body.order._id, buyer: buyer.user.id };
});
afterAll(() => shop.close());

const reads = Object.values(calls).filter(({ method, access }) => method === 'GET' && access === 'admin');

/** Calls every GET call for admins with every id. Returns the paths whose answer contains the buyer or a code. */
async function findLeaks(permission: Permission) {
  const admin = await shop.admin({ permissions: [permission] });
  const leaks = { buyer: new Set<string>(), code: new Set<string>() };
  for (const { path } of reads)
    for (const id of path.includes(':') ? Object.values(ids) : [''])
      for (const query of ['', '?q=7f3a', '?search=7f3a']) {
        const { status, body } = await admin.fetch(`${API_BASE}${path.replace(':id', id)}${query}`);
        expect([path, status < 500]).toEqual([path, true]);
        const answer = JSON.stringify(body);
        if (BUYER.test(answer)) leaks.buyer.add(path);
        if (CODE.test(answer)) leaks.code.add(path);
      }
  return { buyer: [...leaks.buyer].sort(), code: [...leaks.code] };
}

const CUSTOMERS = ['/admin/customers', '/admin/customers/:id'];

/** Written by hand: the read calls whose answer may name a buyer. */
const NAMES_BUYERS: Record<Permission, string[]> = {
  catalogue: [],
  stock: [],
  orders: [
    '/admin/batches/:id/orders',
    '/admin/batches/:id/orders.csv',
    '/admin/dashboard',
    '/admin/orders',
    '/admin/orders/:id',
    '/admin/orders/export.csv',
  ],
  support: CUSTOMERS,
  people: [...CUSTOMERS, '/admin/users', '/admin/users/:id'],
  settings: ['/admin/sign-ins'],
};

it.each(permissions)('%s alone reads no code, and buyers only as decision 0051 allows', async (permission) => {
  expect(await findLeaks(permission)).toEqual({ buyer: NAMES_BUYERS[permission], code: [] });
});

describe('an admin with the permission support', () => {
  it('support reads the contact details and orders of a customer', async () => {
    const admin = await shop.admin({ permissions: ['support'] });
    const { status, body } = await admin.call('adminFindCustomer', { params: { id: ids.buyer } });
    expect(status).toBe(200);
    expect(body.data.customer).toMatchObject({ name: 'Buyer-7F3A Rao', mobile: '9876543210' });
    expect(body.data.orders).toEqual([expect.objectContaining({ _id: ids.order, isDelivered: true })]);
  });

  it('support does not see the permissions of a colleague who bought something', async () => {
    const colleague = await shop.admin({ permissions: ['orders', 'stock'] });
    await colleague.call('createOrder', { body: { productId: ids.product, amount: 0 } });
    const admin = await shop.admin({ permissions: ['support'] });
    const { status, body } = await admin.call('adminFindCustomer', { params: { id: colleague.user.id } });
    expect([status, Object.keys(body.data.customer)]).toEqual([200, expect.not.arrayContaining(['permissions'])]);
  });
});
