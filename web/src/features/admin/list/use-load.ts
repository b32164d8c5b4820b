import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { useCallback, useEffect } from 'react';
import { useAppDispatch } from '../../../lib/dispatch.ts';
import type { ThunkExtra } from '../../../lib/request-state.ts';

export type Load<Query> = (query: Query) => ThunkAction<{ abort: () => void }, unknown, ThunkExtra, UnknownAction>;

/** Loads whenever the query changes, ends a load that nobody waits for any more, and returns a way to load again. */
export function useLoad<Query>(load: Load<Query>, query: Query): () => void {
  const dispatch = useAppDispatch();
  const start = useCallback(() => dispatch(load(query)), [dispatch, load, query]);
  useEffect(() => {
    const running = start();
    return () => running.abort();
  }, [start]);
  return start;
}
