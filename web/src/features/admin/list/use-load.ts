import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import type { ThunkExtra } from '../../../lib/state/request-state.ts';

export type Load<Query> = (query: Query) => ThunkAction<{ abort: () => void }, unknown, ThunkExtra, UnknownAction>;

/**
 * Loads when the query changes and aborts an outdated request. The returned function reloads the current query, or does
 * nothing after the screen was left.
 */
export function useLoad<Query>(load: Load<Query>, query: Query): () => void {
  const dispatch = useAppDispatch();
  const start = useCallback(() => dispatch(load(query)), [dispatch, load, query]);
  const latest = useRef<typeof start>(null);
  useEffect(() => {
    latest.current = start;
    const running = start();
    return () => {
      latest.current = null;
      running.abort();
    };
  }, [start]);
  return useCallback(() => void latest.current?.(), []);
}
