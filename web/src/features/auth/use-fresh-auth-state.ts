import { useEffect } from 'react';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { clearAuthState } from './auth.slice.ts';

/** Errors and messages belong to the screen that caused them: cleared on entry and on leaving. */
export function useFreshAuthState(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(clearAuthState());
    return () => {
      dispatch(clearAuthState());
    };
  }, [dispatch]);
}
