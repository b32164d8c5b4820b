import { isGranted, type Permission } from '@shop/contract/accounts/permissions';
import { useSelector } from 'react-redux';
import { authSlice } from '../../auth/auth.slice.ts';

/** Whether the admin has a permission. Actions that the server would refuse are not offered. */
export const useIsGranted = (needed: Permission): boolean =>
  isGranted(useSelector(authSlice.selectSlice).user?.permissions, [needed]);
