import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { authSlice, checkSession } from '../auth.slice.ts';
import type { SignInState } from './sign-in-state.ts';

/** Shows its pages to visitors and during the session check. A signed-in user returns to the page that asked, or home. */
export function GuestRoutes() {
  const { user, isChecked } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  // Check again: the user may have signed in in another tab, or the first check may have failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the state at page load
  useEffect(() => {
    if (isChecked && !user) void dispatch(checkSession());
  }, []);
  const from = (useLocation().state as SignInState | null)?.from;
  if (user) return <Navigate to={from ?? urls.home} replace state={from?.state} />;
  return <Outlet />;
}
