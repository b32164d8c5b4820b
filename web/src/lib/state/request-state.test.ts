import { configureStore, createSlice } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { type Api, ApiError } from '../api.ts';
import { type ReadState, request, trackRead, unread } from './request-state.ts';

type Answer = { resolve: (text: string) => void; reject: (error: Error) => void };

/** A list whose requests are answered by the test. */
function openList() {
  const answers = new Map<number, Answer>();
  const loadPage = request('test/page', (_, page: number) => {
    const { promise, ...answer } = Promise.withResolvers<string>();
    answers.set(page, answer);
    return promise;
  });
  const initialState: ReadState & { rows: string | null } = { ...unread, rows: null };
  const slice = createSlice({
    name: 'list',
    initialState,
    reducers: {},
    extraReducers: (builder) =>
      trackRead(
        builder,
        loadPage,
        (state: typeof initialState) => state,
        (state, rows) => {
          state.rows = rows;
        },
      ),
  });
  const store = configureStore({
    reducer: slice.reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api: {} as Api } } }),
  });
  const list = () => store.getState();
  const ask = (page: number) => {
    const asked = store.dispatch(loadPage(page));
    const answer = () => answers.get(page) as Answer;
    return {
      abort: () => asked.abort(),
      settled: asked,
      succeed: (rows: string) => answer().resolve(rows),
      fail: (status: number) =>
        answer().reject(new ApiError({ message: `Failed with ${status}`, status, code: null, errors: {} })),
    };
  };
  return { list, ask };
}

it('a read keeps the newest reply when an older one arrives later', async () => {
  const { list, ask } = openList();
  const [first, second] = [ask(1), ask(2)];
  second.succeed('page 2');
  await second.settled;
  first.succeed('page 1');
  await first.settled;
  expect(list()).toMatchObject({ rows: 'page 2', loading: false, error: null });
});

it('a read stays loading while only older requests succeed, fail or abort', async () => {
  const { list, ask } = openList();
  const [first, second, third, newest] = [ask(1), ask(2), ask(3), ask(4)];
  first.succeed('page 1');
  second.fail(503);
  third.abort();
  await Promise.all([first.settled, second.settled, third.settled]);
  expect(list()).toMatchObject({ rows: null, loading: true, error: null });
  newest.succeed('page 4');
  await newest.settled;
  expect(list()).toMatchObject({ rows: 'page 4', loading: false });
});

it('isMissing is set by 404 and 422 only, and the next request resets it', async () => {
  const { list, ask } = openList();
  for (const [status, isMissing] of [
    [404, true],
    [422, true],
    [503, false],
  ] as const) {
    const question = ask(status);
    expect(list()).toMatchObject({ isMissing: false, error: null });
    question.fail(status);
    await question.settled;
    expect(list()).toMatchObject({ isMissing, error: `Failed with ${status}`, loading: false });
  }
});

it('a read is idle without an error when its newest request is aborted', async () => {
  const { list, ask } = openList();
  const question = ask(1);
  question.abort();
  await question.settled;
  expect(list()).toMatchObject({ loading: false, error: null, isMissing: false });
});
