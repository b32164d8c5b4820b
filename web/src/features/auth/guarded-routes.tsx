import type { Role } from '@shop/contract/accounts';
import { useMemo } from 'react';
import { useSelector, useStore } from 'react-redux';
import { Navigate, Outlet } from 'react-router';
import { DraftOwnerContext } from '../../lib/kept-draft.ts';
import { urls } from '../../lib/urls.ts';
import { type AuthState, authSlice } from './auth.slice.ts';
import { SessionLoading } from './session-loading.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

/** Lets signed-in users through; with `requiredRole`, only those who have it. */
export function GuardedRoutes({ requiredRole }: { requiredRole?: Role }) {
  const { isChecked, user, ending } = useSelector(authSlice.selectSlice);
  const store = useStore<{ auth: AuthState }>();
  const userId = user?._id;
  const draftOwner = useMemo(
    () =>
      userId ? { id: userId, isCutOff: () => authSlice.selectSlice(store.getState()).ending === 'expired' } : null,
    [store, userId],
  );
  useSessionRefresh(user !== null);
  // An expired session is led to sign-in and back by `ExpiredSession`, on public pages too.
  if (!isChecked || (!user && ending === 'expired')) return <SessionLoading />;
  if (!user) return <Navigate to={ending === 'deleted' ? urls.home : urls.login} replace />;
  if (requiredRole && user.role !== requiredRole) return <Navigate to={urls.unauthorized} replace />;
  return (
    <DraftOwnerContext value={draftOwner}>
      <Outlet />
    </DraftOwnerContext>
  );
}
