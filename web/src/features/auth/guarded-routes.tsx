import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { authSlice } from './auth.slice.ts';

/** Lets signed-in users through; with `role`, only those who have it. */
export function GuardedRoutes({ role }: { role?: 'admin' }) {
  const { isChecked, user } = useSelector(authSlice.selectSlice);
  const location = useLocation();
  if (!isChecked) return <LoadingScreen />;
  if (!user) return <Navigate to={urls.login} replace state={{ from: location }} />;
  if (role && user.role !== role) return <Navigate to={urls.unauthorized} replace />;
  return <Outlet />;
}
