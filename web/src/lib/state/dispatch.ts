import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { createContext, type LoaderFunctionArgs } from 'react-router';
import type { ThunkExtra } from './request-state.ts';

export type Dispatch = ThunkDispatch<unknown, ThunkExtra, UnknownAction>;
export const useAppDispatch = useDispatch.withTypes<Dispatch>();

/** The context through which loaders get the store of their page load or request. */
type LoaderStore = { dispatch: Dispatch; getState: () => unknown };
export const storeContext = createContext<LoaderStore>();

/** Dispatches a request for a loader and aborts it if the visitor navigates elsewhere first. */
export function dispatchInLoader<Running extends { abort: () => void }>(
  { context, request }: LoaderFunctionArgs,
  start: (dispatch: Dispatch) => Running,
): Running {
  const running = start(context.get(storeContext).dispatch);
  request.signal.addEventListener('abort', () => running.abort());
  return running;
}
