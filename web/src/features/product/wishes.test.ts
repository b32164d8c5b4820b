import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { makeApi } from '../../lib/api.ts';
import { rootReducer } from '../../lib/root-reducer.ts';
import { asha } from '../../testing/asha.ts';
import { logout, signedIn } from '../auth/auth.slice.ts';
import { productSlice } from './product.slice.ts';
import { changeWish, readWishes } from './wishes.ts';

it.each([
  ['the list', () => readWishes(), { data: ['theirs'] }],
  ['a heart', () => changeWish('theirs', true), { message: 'Kept' }],
])('%s that comes when its person has signed out is shown to nobody', async (_, ask, reply) => {
  const late = Promise.withResolvers<void>();
  const api = makeApi(async (path) => {
    if (path.endsWith('/logout')) return Response.json({ message: 'out' });
    await late.promise;
    return Response.json(reply);
  });
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api } } }),
  });
  const wishes = () => productSlice.selectSlice(store.getState()).wishes;
  store.dispatch(signedIn({ user: asha, message: 'in' }));
  const asked = ask()(store.dispatch, store.getState);
  await store.dispatch(logout());
  store.dispatch(productSlice.actions.setWishes([]));
  late.resolve();
  await asked;
  expect(wishes()).toEqual([]);
});
