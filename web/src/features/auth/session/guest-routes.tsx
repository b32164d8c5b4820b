import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { authSlice, checkSession } from '../auth.slice.ts';
import type { SignInState } from './sign-in-state.ts';

/** For visitors, and until it is known who is here: whoever is or has just been signed in goes back to what asked for it, else to the shop. */
export function GuestRoutes() {
  const { user, isChecked } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  // Nobody is asked for a password who has signed in in another tab, or whose session could not be asked for at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page was found
  useEffect(() => {
    if (isChecked && !user) void dispatch(checkSession());
  }, []);
  const from = (useLocation().state as SignInState | null)?.from;
  if (user) return <Navigate to={from ?? urls.home} replace state={from?.state} />;
  return <Outlet />;
}
