import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { authSlice, checkSession } from './auth.slice.ts';

/**
 * Asks who is signed in: as the page starts, and whenever it is seen again. Another tab, or the page that Back was pressed
 * on, may have signed somebody in or out; what is then done here would be done in somebody else's name.
 */
export function useSessionCheck(): void {
  const dispatch = useAppDispatch();
  const store = useStore<object>();
  // Only after hydration: an answer that came earlier would render something else than the server did.
  useEffect(() => {
    const check = () => {
      if (!document.hidden) void dispatch(checkSession(authSlice.selectSlice(store.getState()).user?._id));
    };
    void dispatch(checkSession());
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [dispatch, store]);
}
