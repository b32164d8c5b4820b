import { useEffect } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { refreshSession } from '../auth.slice.ts';

const REFRESH_MS = 10 * 60_000;

/** Refreshes the session after key presses and clicks, because a long form makes no calls. Admin sessions idle out at 30 min. */
export function useSessionRefresh(isSignedIn: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isSignedIn) return;
    let isActive = false;
    const noteActivity = () => {
      isActive = true;
    };
    const timer = setInterval(() => {
      if (isActive) void dispatch(refreshSession());
      isActive = false;
    }, REFRESH_MS);
    window.addEventListener('keydown', noteActivity);
    window.addEventListener('pointerdown', noteActivity);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', noteActivity);
      window.removeEventListener('pointerdown', noteActivity);
    };
  }, [dispatch, isSignedIn]);
}
