import type { User } from '@shop/contract/accounts/accounts';
import { expect, it } from 'vitest';
import { asha } from '../../../testing/asha.ts';
import { accessOf, userChange } from './user-change.ts';

const admin: User = { ...asha, role: 'admin', permissions: ['orders', 'stock'] };

it.each([
  ['no field', admin, { grants: ['stock', 'orders'] }, {}],
  ['the active flag', admin, { active: false }, { active: false }],
  ['the permissions of an admin', admin, { grants: ['stock'] }, { permissions: ['stock'] }],
  ['the role of a customer to owner', asha, { role: 'admin' }, { role: 'admin', permissions: ['owner'] }],
  ['the role of a customer to moderator', asha, { role: 'moderator' }, { role: 'moderator' }],
  ['the role of an admin to customer', admin, { role: 'customer', grants: ['stock'] }, { role: 'customer' }],
] as const)('a user change contains %s and no other field', (_, user, chosen, change) => {
  expect(userChange(user, { ...accessOf(user), ...chosen })).toEqual(change);
});
