import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { entryState } from '../../lib/entry-state.ts';
import { urls } from '../../lib/urls.ts';
import { authSlice } from './auth.slice.ts';
import type { SignInState } from './sign-in-state.ts';

/** A session that ended in the middle of something leads to sign-in and back. */
export function ExpiredSession() {
  const { ending } = useSelector(authSlice.selectSlice);
  const location = useLocation();
  if (ending !== 'expired' || location.pathname === urls.login) return null;
  const state: SignInState = { from: { ...location, state: entryState() }, isExpired: true };
  return <Navigate to={urls.login} replace state={state} />;
}
