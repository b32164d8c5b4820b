import { OWNER, type Permission } from '@shop/contract/accounts/permissions';
import type { UserChange } from '@shop/contract/admin';
import type { UserRow } from '../accounts.rules.ts';

type Access = Pick<UserRow, 'role' | 'active' | 'permissions'>;

const isPermission = (grant: string): grant is Permission => grant !== OWNER;

/** Only admins keep permissions. An owner's permissions are stored as null, which means all of them. */
export function accessAfter(before: Access, change: UserChange): Access {
  const { role = before.role, active = before.active, permissions } = change;
  const granted = permissions && (permissions.includes(OWNER) ? null : [...new Set(permissions.filter(isPermission))]);
  return { role, active, permissions: role !== 'admin' ? null : granted === undefined ? before.permissions : granted };
}

const comparable = ({ role, active, permissions }: Access) => JSON.stringify([role, active, permissions?.toSorted()]);

export const isSameAccess = (one: Access, other: Access): boolean => comparable(one) === comparable(other);

export function describeAccess({ role, active, permissions }: Access): string {
  if (!active) return 'deactivated';
  if (role !== 'admin') return role;
  if (permissions === null) return 'owner, who may do everything';
  return `administrator for ${permissions.join(', ') || 'nothing yet'}`;
}
