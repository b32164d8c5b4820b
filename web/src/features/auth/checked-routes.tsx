import { useSelector } from 'react-redux';
import { Outlet } from 'react-router';
import { authSlice } from './auth.slice.ts';
import { SessionLoading } from './session-loading.tsx';

/** For everyone, once it is known who they are. */
export function CheckedRoutes() {
  const { isChecked } = useSelector(authSlice.selectSlice);
  return isChecked ? <Outlet /> : <SessionLoading />;
}
