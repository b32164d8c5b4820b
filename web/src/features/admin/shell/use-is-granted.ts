import { isGranted, type Permission } from '@shop/contract/accounts/permissions';
import { useSelector } from 'react-redux';
import { authSlice } from '../../auth/auth.slice.ts';

/** Whether the administrator may do what this permission is for: what would be refused is not offered. */
export const useIsGranted = (needed: Permission): boolean =>
  isGranted(useSelector(authSlice.selectSlice).user?.permissions, [needed]);
