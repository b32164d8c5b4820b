import type { User } from '@shop/contract/accounts/accounts';
import { type Grant, OWNER } from '@shop/contract/accounts/permissions';
import type { UserChange } from '@shop/contract/admin';

export type Access = Pick<User, 'role' | 'active'> & { grants: readonly Grant[] };

export const accessOf = ({ role, active, permissions }: User): Access => ({
  role,
  active,
  grants: permissions ?? [OWNER],
});

/** Contains changed fields only, so that it does not undo a change made elsewhere meanwhile. */
export function userChange(user: User, { role, active, grants }: Access): UserChange {
  const before = accessOf(user);
  const hasOtherRole = role !== before.role;
  const hasOtherGrants = grants.toSorted().join() !== before.grants.toSorted().join();
  return {
    ...(hasOtherRole && { role }),
    ...(active !== before.active && { active }),
    ...(role === 'admin' && (hasOtherRole || hasOtherGrants) && { permissions: [...grants] }),
  };
}
