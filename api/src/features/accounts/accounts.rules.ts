import type { Role, User } from '@shop/contract/accounts/accounts';
import { OWNER, type Permission } from '@shop/contract/accounts/permissions';

export type UserRow = {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  role: Role;
  active: boolean;
  created_at: Date;
  /** Only admins have permissions. Null means all permissions. */
  permissions: Permission[] | null;
};

/** Picks the public fields. Hashes and tokens never leave the server. */
export const userOnWire = (row: UserRow): User => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  mobile: row.mobile,
  role: row.role,
  active: row.active,
  createdAt: row.created_at.toISOString(),
  ...(row.role === 'admin' && { permissions: row.permissions ?? [OWNER] }),
});
