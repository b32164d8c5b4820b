import { configureStore } from '@reduxjs/toolkit';
import type { ThunkExtra } from '../lib/state/request-state.ts';
import { rootReducer } from '../lib/state/root-reducer.ts';

/** Creates a store: one for each page load in the browser, one for each request on the server. */
export const makeStore = (extra: ThunkExtra, preloadedState?: object) =>
  configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }),
  });

export type Store = ReturnType<typeof makeStore>;
