import type { Role } from '@shop/contract/accounts/accounts';
import { useEffect, useMemo, useRef } from 'react';
import { useSelector, useStore } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { DraftOwnerContext } from '../../../lib/state/kept-draft.ts';
import { urls } from '../../../lib/urls.ts';
import { authSlice } from '../auth.slice.ts';
import { resetOnSignOutReducer } from '../reset-on-sign-out.ts';
import { SessionLoading } from './session-loading.tsx';
import type { SignInState } from './sign-in-state.ts';
import { useSessionRefresh } from './use-session-refresh.ts';

/** Shows its pages to signed-in users only, and with `requiredRole` only to users with that role. */
export function GuardedRoutes({ requiredRole }: { requiredRole?: Role }) {
  const { isChecked, user, ending } = useSelector(authSlice.selectSlice);
  const store = useStore<object>();
  const location = useLocation();
  const userId = user?._id;
  /** Remembered, because a user who signs out here must not return to this page after the next sign-in. */
  const wasSignedIn = useRef(false);
  if (user) wasSignedIn.current = true;
  const draftOwner = useMemo(
    () =>
      userId ? { id: userId, hasSessionEnded: () => authSlice.selectSlice(store.getState()).ending !== null } : null,
    [store, userId],
  );
  useEffect(() => store.replaceReducer(resetOnSignOutReducer), [store]);
  useSessionRefresh(user !== null);
  // `ExpiredSession` handles the redirect after an expired session, also for public pages.
  if (!isChecked || (!user && ending === 'expired')) return <SessionLoading />;
  if (!user && ending === 'deleted') return <Navigate to={urls.home} replace />;
  if (!user) {
    const isExpired = ending === 'elsewhere';
    const state: SignInState | undefined =
      wasSignedIn.current && !isExpired ? undefined : { from: location, isExpired };
    return <Navigate to={urls.login} replace state={state} />;
  }
  if (requiredRole && user.role !== requiredRole) return <Navigate to={urls.unauthorized} replace />;
  // The key remounts the page if another user signs in in another tab.
  return (
    <DraftOwnerContext key={userId} value={draftOwner}>
      <Outlet />
    </DraftOwnerContext>
  );
}
