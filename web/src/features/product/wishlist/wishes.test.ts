import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, it, vi } from 'vitest';
import { type MinimalFetch, makeApi } from '../../../lib/api.ts';
import { rootReducer } from '../../../lib/state/root-reducer.ts';
import { asha } from '../../../testing/asha.ts';
import { logout, signedIn } from '../../auth/auth.slice.ts';
import { productSlice } from '../product.slice.ts';
import { changeWish, readWishes } from './wishes.ts';

afterEach(() => vi.unstubAllGlobals());

function storeAsking(ask: MinimalFetch) {
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api: makeApi(ask) } } }),
  });
  const run = (thunk: (dispatch: typeof store.dispatch, getState: () => unknown) => Promise<unknown>) =>
    thunk(store.dispatch, store.getState);
  return { ...store, run, wishes: () => productSlice.selectSlice(store.getState()).wishes };
}

it.each([
  ['loading the list', () => readWishes(), { data: ['theirs'] }],
  ['pressing a heart', () => changeWish('theirs', true), { message: 'Kept' }],
])('the reply to %s is dropped if it arrives after sign-out', async (_, ask, reply) => {
  const late = Promise.withResolvers<void>();
  const { dispatch, run, wishes } = storeAsking(async (path) => {
    if (path.endsWith('/logout')) return Response.json({ message: 'out' });
    await late.promise;
    return Response.json(reply);
  });
  dispatch(signedIn({ user: asha, message: 'in' }));
  const asked = run(ask());
  await dispatch(logout());
  dispatch(productSlice.actions.setWishes([]));
  late.resolve();
  await asked;
  expect(wishes()).toEqual([]);
});

it('a heart changes at once and reverts when the server refuses', async () => {
  const { dispatch, run, wishes } = storeAsking(async () => Response.json({ message: 'Not now' }, { status: 503 }));
  dispatch(signedIn({ user: asha, message: 'in' }));
  const asked = run(changeWish('wanted', true));
  expect(wishes()).toEqual(['wanted']);
  await asked;
  expect(wishes()).toEqual([]);
});

it('a list requested before a press does not undo the press', async () => {
  const late = Promise.withResolvers<void>();
  const stored: string[] = [];
  const { dispatch, run, wishes } = storeAsking(async (_, { method }) => {
    if (method !== 'GET') return Response.json({ message: 'Kept' }, { status: stored.push('wanted') && 200 });
    const data = [...stored];
    await late.promise;
    return Response.json({ data });
  });
  dispatch(signedIn({ user: asha, message: 'in' }));
  const read = run(readWishes());
  await run(changeWish('wanted', true));
  late.resolve();
  await read;
  expect(wishes()).toEqual(['wanted']);
});

it.each([200, 503])('the last of two presses counts even if the first is answered later with %i', async (status) => {
  const late = Promise.withResolvers<void>();
  const { dispatch, run, wishes } = storeAsking(async (_, { method }) => {
    if (method === 'DELETE') return Response.json({ message: 'Removed' });
    await late.promise;
    return Response.json({ message: 'Answered late' }, { status });
  });
  dispatch(signedIn({ user: asha, message: 'in' }));
  const first = run(changeWish('wanted', true));
  const last = run(changeWish('wanted', false));
  await last;
  late.resolve();
  await first;
  expect(wishes()).toEqual([]);
  const again = run(changeWish('wanted', true));
  expect(wishes()).toEqual(['wanted']);
  await again;
});

it('a wish made before sign-in is added once after sign-in', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const wished: string[] = [];
  const { dispatch, run } = storeAsking(async (path, { method }) => {
    if (method === 'GET') return Response.json({ data: wished });
    if (wished.push(path) === 1) return Response.json({ message: 'Sign in' }, { status: 401 });
    return Response.json({ message: 'Kept' });
  });
  expect(await run(changeWish('wanted', true))).toBe(false);
  dispatch(signedIn({ user: asha, message: 'in' }));
  await run(readWishes());
  await run(readWishes());
  expect(wished).toHaveLength(2);
});
