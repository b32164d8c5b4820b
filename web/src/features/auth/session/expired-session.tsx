import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { historyEntryState } from '../../../lib/state/history-entry-state.ts';
import { urls } from '../../../lib/urls.ts';
import { authSlice } from '../auth.slice.ts';
import type { SignInState } from './sign-in-state.ts';

/** Redirects to the sign-in page when the session expires, and back after signing in. */
export function ExpiredSession() {
  const { ending } = useSelector(authSlice.selectSlice);
  const location = useLocation();
  const isRedirecting = ending === 'expired' && location.pathname !== urls.login;
  // Memoised: the history entry changes before the page does. A second render during the redirect would read the state of
  // the sign-in page and redirect again with it.
  const state = useMemo<SignInState | false>(
    () => isRedirecting && { from: { ...location, state: historyEntryState() }, isExpired: true },
    [isRedirecting, location],
  );
  return state && <Navigate to={urls.login} replace state={state} />;
}
