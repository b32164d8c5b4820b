import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { authSlice } from './auth.slice.ts';
import type { SignInState } from './sign-in-state.ts';

/** For visitors, and until it is known who is here: whoever is or has just been signed in goes back to what asked for it, else to the shop. */
export function GuestRoutes() {
  const { user } = useSelector(authSlice.selectSlice);
  const from = (useLocation().state as SignInState | null)?.from;
  if (user) return <Navigate to={from ?? urls.home} replace state={from?.state} />;
  return <Outlet />;
}
