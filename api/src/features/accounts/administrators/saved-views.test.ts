import { VIEW } from '@shop/contract/limits/admin-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const save = (body: object) => admin.call('adminSaveView', { body });
const names = async (list: string, who = admin) =>
  (await who.call('adminListViews', { query: { list } })).body.data.map(({ name, search }) => [name, search]);

test('a saved view belongs to one user and one list, and its name is unique there', async () => {
  await save({ list: 'orders', name: 'Unpaid', search: 'status=pending' });
  await save({ list: 'orders', name: 'By amount', search: 'sort=amount-desc' });
  await save({ list: 'products', name: 'Unpaid', search: 'status=inactive' });
  await save({ list: 'orders', name: 'UNPAID', search: 'status=pending&q=asha' });
  expect(await names('orders')).toEqual([
    ['By amount', 'sort=amount-desc'],
    ['UNPAID', 'status=pending&q=asha'],
  ]);
  const other = await shop.admin();
  expect(await names('orders', other)).toEqual([]);
  const [view] = (await admin.call('adminListViews', { query: { list: 'products' } })).body.data;
  const theirs = await other.call('adminDeleteView', { params: { id: view?._id ?? '' } });
  expect([theirs.status, theirs.body.code]).toEqual([404, 'NOT_FOUND']);
  expect((await admin.call('adminDeleteView', { params: { id: view?._id ?? '' } })).body.message).toBe('View deleted');
  expect(await names('products')).toEqual([]);
});

test('a saved view needs a name and a known list, and a user has a limited number', async () => {
  const nameless = await save({ list: 'orders', name: ' ', search: '' });
  expect([nameless.status, nameless.body.errors]).toEqual([422, { name: 'Give the view a name' }]);
  expect((await save({ list: 'secrets', name: 'x', search: '' })).status).toBe(422);
  for (let count = 0; count < VIEW.most; count += 1) await save({ list: 'users', name: `View ${count}`, search: '' });
  const last = await save({ list: 'users', name: 'One more', search: '' });
  expect([last.status, last.body.code]).toEqual([409, 'TOO_MANY_VIEWS']);
  expect((await save({ list: 'users', name: 'View 7', search: 'search=x' })).status).toBe(200);
});
