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
  ['the list', () => readWishes(), { data: ['theirs'] }],
  ['a heart', () => changeWish('theirs', true), { message: 'Kept' }],
])('%s that comes when its person has signed out is shown to nobody', async (_, ask, reply) => {
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

it('a heart is shown at once, and taken back when it is refused', async () => {
  const { dispatch, run, wishes } = storeAsking(async () => Response.json({ message: 'Not now' }, { status: 503 }));
  dispatch(signedIn({ user: asha, message: 'in' }));
  const asked = run(changeWish('wanted', true));
  expect(wishes()).toEqual(['wanted']);
  await asked;
  expect(wishes()).toEqual([]);
});

it('a list that is older than the last press does not take it back', async () => {
  const late = Promise.withResolvers<void>();
  const kept: string[] = [];
  const { dispatch, run, wishes } = storeAsking(async (_, { method }) => {
    if (method !== 'GET') return Response.json({ message: 'Kept' }, { status: kept.push('wanted') && 200 });
    const data = [...kept];
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

it.each([200, 503])(
  'of two presses of a heart the last one counts, though the first is answered after it by %i',
  async (status) => {
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
  },
);

it('what a visitor wanted is wished for once they are known, and not again', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
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
