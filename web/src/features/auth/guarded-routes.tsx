import type { Role } from '@shop/contract/accounts';
import { useSelector } from 'react-redux';
import { Navigate, Outlet } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { authSlice } from './auth.slice.ts';
import { SessionLoading } from './session-loading.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

/** Lets signed-in users through; with `requiredRole`, only those who have it. */
export function GuardedRoutes({ requiredRole }: { requiredRole?: Role }) {
  const { isChecked, user, ending } = useSelector(authSlice.selectSlice);
  useSessionRefresh(user !== null);
  // An expired session is led to sign-in and back by `ExpiredSession`, on public pages too.
  if (!isChecked || (!user && ending === 'expired')) return <SessionLoading />;
  if (!user) return <Navigate to={ending === 'deleted' ? urls.home : urls.login} replace />;
  if (requiredRole && user.role !== requiredRole) return <Navigate to={urls.unauthorized} replace />;
  return <Outlet />;
}
