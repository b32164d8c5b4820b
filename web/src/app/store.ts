import { configureStore } from '@reduxjs/toolkit';
import type { ThunkExtra } from '../lib/state/request-state.ts';
import { rootReducer } from '../lib/state/root-reducer.ts';

/** One store a page load in the browser, one a request on the server. */
export const makeStore = (extra: ThunkExtra, preloadedState?: object) =>
  configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }),
  });

export type Store = ReturnType<typeof makeStore>;
