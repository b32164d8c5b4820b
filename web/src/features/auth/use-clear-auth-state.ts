import { useEffect } from 'react';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { clearAuthState } from './auth.slice.ts';

/** Clears errors and messages when a page opens and when it is left, because they belong to one page only. */
export function useClearAuthState(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(clearAuthState());
    return () => {
      dispatch(clearAuthState());
    };
  }, [dispatch]);
}
