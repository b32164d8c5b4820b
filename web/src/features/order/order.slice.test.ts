import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { makeApi } from '../../lib/api.ts';
import { cancelOrder, checkPayment, createOrder, loadMyOrders, orderSlice } from './order.slice.ts';

const pagination = { page: 1, limit: 3, total: 2, pages: 1 };

/** My Orders with two orders. `answerWith` sets the status of all later replies. */
async function openOrders() {
  const sent: { path: string; headers: HeadersInit | undefined }[] = [];
  let answer = Response.json({ data: [{ _id: 'a' }, { _id: 'b' }], pagination });
  const api = makeApi(async (path, { headers }) => {
    sent.push({ path, headers });
    return answer;
  });
  const store = configureStore({
    reducer: { order: orderSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api } } }),
  });
  await store.dispatch(loadMyOrders({}));
  return {
    sent,
    dispatch: store.dispatch,
    answerWith: (status: number) => {
      answer = Response.json({ message: 'Said' }, { status });
    },
    ids: () => store.getState().order.orders.map(({ _id }) => _id),
  };
}

it('the list asks for three orders and removes only missing or cancelled ones', async () => {
  const { sent, dispatch, answerWith, ids } = await openOrders();
  expect(sent[0]?.path).toContain('limit=3');
  for (const [status, left] of [
    [503, ['a', 'b']],
    [404, ['b']],
  ] as const) {
    answerWith(status);
    await dispatch(checkPayment('a'));
    expect(ids()).toEqual(left);
  }
  answerWith(409);
  await dispatch(cancelOrder('b'));
  expect(ids()).toEqual(['b']);
  answerWith(200);
  await dispatch(cancelOrder('b'));
  expect(ids()).toEqual([]);
});

it('createOrder sends its idempotency key as a header', async () => {
  const { sent, dispatch } = await openOrders();
  await dispatch(createOrder({ productId: 'p', amount: 1, quantity: 1, key: 'once' }));
  expect(sent.at(-1)?.headers).toMatchObject({ 'idempotency-key': 'once' });
});
