import { useEffect } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { refreshSession } from '../auth.slice.ts';

const REFRESH_MS = 10 * 60_000;

/**
 * Refreshes the session while the user types or clicks, because filling in a long form sends no requests. An idle admin
 * session expires after 30 minutes.
 */
export function useSessionRefresh(isSignedIn: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isSignedIn) return;
    let isActive = false;
    const markActive = () => {
      isActive = true;
    };
    const timer = setInterval(() => {
      if (isActive) void dispatch(refreshSession());
      isActive = false;
    }, REFRESH_MS);
    window.addEventListener('keydown', markActive);
    window.addEventListener('pointerdown', markActive);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', markActive);
      window.removeEventListener('pointerdown', markActive);
    };
  }, [dispatch, isSignedIn]);
}
