import { type ActionReducerMapBuilder, type AsyncThunk, createAsyncThunk } from '@reduxjs/toolkit';
import { type Api, failureOf, type RequestFailure } from '../api.ts';

/** The state of a server call in the store: pending sets loading and clears the error (spec §4). */
type RequestState = { loading: boolean; error: string | null };
const idle: RequestState = { loading: false, error: null };

/** The state of a call whose newest request alone counts: a list, or a form that may be left before its reply. */
export type ReadState = RequestState & {
  /** The id of the newest request until its reply; replies to older requests are dropped. */
  requestId: string | null;
  /** Whether the requested thing does not exist, as opposed to a call that failed. */
  isMissing: boolean;
};
export const unread: ReadState = { ...idle, requestId: null, isMissing: false };

export type ThunkExtra = { api: Api };
type ThunkConfig = { extra: ThunkExtra; rejectValue: RequestFailure };
export type Request<Reply, Input> = AsyncThunk<Reply, Input, ThunkConfig>;

/** A server call as a thunk. A rejected action carries the whole failure; the store keeps its message. */
export const request = <Reply, Input = void>(
  type: string,
  run: (api: Api, input: Input, signal: AbortSignal) => Promise<Reply>,
): Request<Reply, Input> =>
  createAsyncThunk<Reply, Input, ThunkConfig>(type, async (input, { extra, rejectWithValue, signal }) => {
    try {
      return await run(extra.api, input, signal);
    } catch (error) {
      return rejectWithValue(failureOf(error));
    }
  }) as Request<Reply, Input>;

/** Adds the reducers for pending, fulfilled and rejected of one call. */
export function track<State, Reply, Input>(
  builder: ActionReducerMapBuilder<State>,
  thunk: Request<Reply, Input>,
  requestStateOf: (state: State) => RequestState,
  onFulfilled?: (state: State, reply: Reply, input: Input) => void,
): void {
  builder
    .addCase(thunk.pending, (state) => {
      Object.assign(requestStateOf(state as State), { loading: true, error: null });
    })
    .addCase(thunk.fulfilled, (state, action) => {
      requestStateOf(state as State).loading = false;
      onFulfilled?.(state as State, action.payload, action.meta.arg as Input);
    })
    .addCase(thunk.rejected, (state, action) => {
      const error = action.meta.aborted ? null : (action.payload?.message ?? failureOf(action.error).message);
      Object.assign(requestStateOf(state as State), { loading: false, error });
    });
}

/**
 * Like `track`, for reads and forms: only the newest request changes the state, and none does after the state is cleared
 * (decision 0021). `onLate` receives the reply of an older request that succeeded.
 */
export function trackRead<State, Reply, Question>(
  builder: ActionReducerMapBuilder<State>,
  thunk: Request<Reply, Question>,
  readStateOf: (state: State) => ReadState,
  onFulfilled: (state: State, reply: Reply, question: Question) => void,
  onLate?: (state: State, reply: Reply) => void,
): void {
  const newestOf = (state: unknown, { requestId }: { requestId: string }) => {
    const read = readStateOf(state as State);
    return read.requestId === requestId ? read : null;
  };
  builder
    .addCase(thunk.pending, (state, { meta: { requestId } }) => {
      Object.assign(readStateOf(state as State), { loading: true, error: null, isMissing: false, requestId });
    })
    .addCase(thunk.fulfilled, (state, { payload, meta }) => {
      const read = newestOf(state, meta);
      if (!read) return onLate?.(state as State, payload);
      Object.assign(read, { loading: false, requestId: null });
      onFulfilled(state as State, payload, meta.arg as Question);
    })
    .addCase(thunk.rejected, (state, { payload, meta, error }) => {
      const read = newestOf(state, meta);
      if (!read) return;
      const { message, status } = payload ?? failureOf(error);
      Object.assign(
        read,
        { requestId: null },
        meta.aborted ? idle : { loading: false, error: message, isMissing: [404, 422].includes(status) },
      );
    });
}
