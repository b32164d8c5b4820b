import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { buildProduct, buildUser } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

describe('customers and users', () => {
  test('customers and users are found by name, email or mobile, without closed accounts', async () => {
    const meera = await buildUser(shop, { name: 'Meera Nair', email: 'meera@lakes.example' });
    const moderator = await buildUser(shop, { name: 'Meera Mod', role: 'moderator' });
    const closed = await buildUser(shop, { name: 'Meera Gone' });
    await shop.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute();
    await shop.db.updateTable('users').set({ mobile: '9000011111' }).where('id', '=', meera.id).execute();
    const found = async (call: 'adminListCustomers' | 'adminListUsers', search: string) =>
      (await admin.call(call, { query: { search } })).body.data.map((user) => user._id);

    expect(await found('adminListCustomers', 'meera')).toEqual([meera.id]);
    expect(await found('adminListUsers', 'MEERA')).toEqual([moderator.id, meera.id]);
    for (const search of ['lakes.example', '900001', 'nair'])
      expect(await found('adminListUsers', search)).toEqual([meera.id]);
    expect(await found('adminListUsers', "%' or 1=1 --")).toEqual([]);
    expect(await found('adminListUsers', '_eera')).toEqual([]);
  });

  test('the pages of a search together contain every customer once', async () => {
    for (let index = 0; index < 5; index++) await buildUser(shop, { name: `Paged ${index}` });
    const names: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await admin.call('adminListCustomers', { query: { search: 'Paged', limit: 2, page } });
      expect(body.pagination).toEqual({ page, limit: 2, total: 5, pages: 3 });
      names.push(...body.data.map((user) => user.name));
    }
    expect(names).toEqual(['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0']);
  });

  test('a user is returned without hash or token, and an unknown user is not found', async () => {
    const user = await buildUser(shop);
    const { body } = await admin.call('adminFindUser', { params: { id: user.id } });
    expect(Object.keys(body.data).sort()).toEqual(['_id', 'active', 'createdAt', 'email', 'mobile', 'name', 'role']);
    expect((await admin.call('adminFindUser', { params: { id: newId() } })).status).toBe(404);
    expect((await admin.call('adminFindUser', { params: { id: 'nonsense' } })).status).toBe(404);
  });

  test('a closed account can be opened as a customer but not as a user', async () => {
    const { user } = await shop.customer({ name: 'Meera Left' });
    const open = await admin.call('adminFindCustomer', { params: { id: user.id } });
    expect(open.body.data.customer).toMatchObject({ name: 'Meera Left', closedAt: null });
    const at = new Date('2026-01-02T03:04:05Z');
    await shop.db.updateTable('users').set({ closed_at: at, active: false }).where('id', '=', user.id).execute();
    const kept = await admin.call('adminFindCustomer', { params: { id: user.id } });
    expect(kept.body.data.customer).toMatchObject({ name: 'Meera Left', active: false, closedAt: at.toISOString() });
    expect((await admin.call('adminFindUser', { params: { id: user.id } })).status).toBe(404);
    expect((await admin.call('adminFindCustomer', { params: { id: admin.user.id } })).status).toBe(404);
  });

  test('an admin who has bought something can be opened as a customer', async () => {
    const { id } = await buildProduct(shop, { price: 0 });
    const buyer = await shop.admin();
    const opened = () => admin.call('adminFindCustomer', { params: { id: buyer.user.id } });
    expect((await opened()).status).toBe(404);
    const { order } = (await buyer.call('createOrder', { body: { productId: id, amount: 0 } })).body;
    const { status, body } = await opened();
    expect(status).toBe(200);
    expect(body.data.customer).toMatchObject({ email: buyer.user.email, totalOrders: 1 });
    expect(body.data.orders).toMatchObject([{ _id: order._id }]);
  });

  test('invalid page and limit values are refused', async () => {
    for (const [name, value] of [
      ['page', 0],
      ['limit', 101],
      ['page', 'x'],
    ] as const)
      expect((await admin.call('adminListUsers', { query: { [name]: value } })).status).toBe(422);
  });
});

describe('who may act', () => {
  test('a change of role or status takes effect on the next request and is recorded', async () => {
    const customer = await shop.customer();
    const change = (body: object) => admin.call('adminUpdateUser', { params: { id: customer.user.id }, body });
    expect((await change({ role: 'moderator' })).body).toMatchObject({
      message: 'User updated successfully',
      data: { role: 'moderator' },
    });
    expect((await customer.call('profile')).status).toBe(401);
    expect((await change({ active: false })).body.data.active).toBe(false);
    const { body } = await admin.call('adminListAudit', { query: { q: customer.user.id } });
    expect(body.data.map((entry) => [entry.action, entry.details, entry.actor?.email])).toEqual([
      ['user.access-changed', { active: false }, admin.user.email],
      ['user.access-changed', { role: 'moderator' }, admin.user.email],
    ]);
    expect(body.data[0]?.subjectName).toBe(customer.user.name);
  });

  test('a change without effect ends no session and writes no audit entry', async () => {
    const colleague = await shop.admin({ permissions: ['stock', 'orders'] });
    const change = (body: object) => admin.call('adminUpdateUser', { params: { id: colleague.user.id }, body });
    for (const body of [{}, { role: 'admin', active: true }, { permissions: ['orders', 'stock', 'orders'] }])
      expect((await change(body)).body).toMatchObject({ data: { permissions: ['stock', 'orders'] } });
    expect((await colleague.call('profile')).status).toBe(200);
    expect((await admin.call('adminListAudit', { query: { q: colleague.user.id } })).body.data).toEqual([]);
  });

  test('an admin cannot change id or email of a user, or give an unknown role', async () => {
    const user = await buildUser(shop);
    const change = (body: object) => admin.call('adminUpdateUser', { params: { id: user.id }, body });
    expect((await change({ role: 'owner' })).status).toBe(422);
    const { body } = await change({ email: 'new@example.com', _id: newId(), active: true });
    expect(body.data).toMatchObject({ _id: user.id, email: user.email });
  });
});

describe('the audit log', () => {
  test('the audit log is searched by action, subject, title and actor, newest first', async () => {
    const product = await buildProduct(shop, { title: 'Audited thing' });
    await admin.call('adminFindProduct', { params: { id: product.id } });
    await admin.call('adminDeleteProduct', { params: { id: product.id } });
    const actions = async (q: string) =>
      (await admin.call('adminListAudit', { query: { q } })).body.data.map((entry) => entry.action);
    const both = ['product.deleted', 'product.code-revealed'];
    expect(await actions(product.id)).toEqual(both);
    expect(await actions('Audited thing')).toEqual(both);
    expect(await actions(admin.user.email)).toEqual(expect.arrayContaining(both));
    expect(await actions('nothing like it')).toEqual([]);
    // The screen shows the action in this form.
    expect(await actions('Product code revealed')).toContain('product.code-revealed');
    expect(await actions('Product_deleted')).toEqual([]);
    // Many customers share the admin's name, but none of them appears in the log.
    await shop.pool.query(
      `insert into users (id, name, email, role, password_hash)
       select gen_random_uuid(), 'Kumar ' || n, 'kumar' || n, 'customer', '' from generate_series(1, 150) n`,
    );
    await shop.db.updateTable('users').set({ name: 'Ravi Kumar' }).where('id', '=', admin.user.id).execute();
    expect(await actions('kumar')).toEqual(expect.arrayContaining(both));
    await shop.db.updateTable('users').set({ name: admin.user.name }).where('id', '=', admin.user.id).execute();
    const { body } = await admin.call('adminListAudit', { query: { q: product.id, limit: 1 } });
    expect(body.pagination).toMatchObject({ total: 2, pages: 2 });
    expect(body.data[0]).toMatchObject({
      subjectType: 'product',
      subjectId: product.id,
      actor: { name: admin.user.name },
    });
  });
});
