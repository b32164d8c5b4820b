import { configureStore } from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts/accounts';
import { expect, it } from 'vitest';
import { makeApi } from '../../lib/api.ts';
import { asha } from '../../testing/asha.ts';
import { loadUsers } from '../admin/admin.requests.ts';
import { adminSlice } from '../admin/admin.slice.ts';
import { contactSlice, loadContacts } from '../contact/contact.slice.ts';
import { loadMyOrders, orderSlice } from '../order/order.slice.ts';
import { loadProducts, productSlice } from '../product/product.slice.ts';
import { logout, refreshSession, signedIn } from './auth.slice.ts';
import { resetOnSignOutReducer } from './reset-on-sign-out.ts';

const user: User = { ...asha, role: 'admin' };
const another = { ...user, _id: '01890000-0000-7000-8000-000000000001' };

/** A signed-in admin whose store holds one row of each list. The server then answers every call with `reply`. */
async function storeInUse(reply: object) {
  const rows = { data: [{ _id: 'row' }], pagination: { page: 1, limit: 20, total: 1, pages: 1 }, stats: null };
  let answer: object = rows;
  const api = makeApi(async () => Response.json(answer));
  const store = configureStore({
    reducer: resetOnSignOutReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api } } }),
  });
  const shown = () => {
    const state = store.getState();
    return {
      products: productSlice.selectSlice(state).products.length,
      orders: orderSlice.selectSlice(state).orders.length,
      contacts: contactSlice.selectSlice(state).contacts.data.length,
      users: adminSlice.selectSlice(state).users.reply?.data.length ?? 0,
    };
  };
  // Signing in does not clear the state of a visitor.
  await store.dispatch(loadContacts({}));
  store.dispatch(signedIn({ user, message: 'in' }));
  await store.dispatch(loadProducts({}));
  await store.dispatch(loadMyOrders({}));
  await store.dispatch(loadUsers({}));
  expect(shown()).toEqual({ products: 1, orders: 1, contacts: 1, users: 1 });
  answer = reply;
  return { dispatch: store.dispatch, shown };
}

it('signing out or a change of user clears everything except products', async () => {
  const left = await storeInUse({ message: 'out' });
  await left.dispatch(logout());
  expect(left.shown()).toEqual({ products: 1, orders: 0, contacts: 0, users: 0 });
  const replaced = await storeInUse({ user: another });
  await replaced.dispatch(refreshSession());
  expect(replaced.shown()).toEqual({ products: 1, orders: 0, contacts: 0, users: 0 });
});

it('the same user keeps their state, and late replies of a former user are dropped', async () => {
  const { dispatch, shown } = await storeInUse({ user });
  await dispatch(refreshSession());
  expect(shown()).toEqual({ products: 1, orders: 1, contacts: 1, users: 1 });
  const late = dispatch(loadMyOrders({}));
  dispatch(signedIn({ user: another, message: 'in' }));
  await late;
  expect(shown()).toMatchObject({ orders: 0 });
});
