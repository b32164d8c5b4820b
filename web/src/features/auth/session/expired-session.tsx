import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { entryState } from '../../../lib/state/entry-state.ts';
import { urls } from '../../../lib/urls.ts';
import { authSlice } from '../auth.slice.ts';
import type { SignInState } from './sign-in-state.ts';

/** A session that ended in the middle of something leads to sign-in and back. */
export function ExpiredSession() {
  const { ending } = useSelector(authSlice.selectSlice);
  const location = useLocation();
  const isLed = ending === 'expired' && location.pathname !== urls.login;
  // Read once: drawn again while it leads away, it would find what the entry of the sign-in page holds, which the browser
  // has before the page does, and lead there once more with that.
  const state = useMemo<SignInState | false>(
    () => isLed && { from: { ...location, state: entryState() }, isExpired: true },
    [isLed, location],
  );
  return state && <Navigate to={urls.login} replace state={state} />;
}
