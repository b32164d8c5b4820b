import type { User } from '@shop/contract/accounts/accounts';
import { expect, it } from 'vitest';
import { asha } from '../../../testing/asha.ts';
import { accessOf, userChange } from './user-change.ts';

const desk: User = { ...asha, role: 'admin', permissions: ['orders', 'stock'] };

it.each([
  ['nothing', desk, { grants: ['stock', 'orders'] }, {}],
  ['whether somebody may sign in', desk, { active: false }, { active: false }],
  ['what an administrator may do', desk, { grants: ['stock'] }, { permissions: ['stock'] }],
  ['a customer into an owner', asha, { role: 'admin' }, { role: 'admin', permissions: ['owner'] }],
  ['a customer into a moderator', asha, { role: 'moderator' }, { role: 'moderator' }],
  ['an administrator into a customer', desk, { role: 'customer', grants: ['stock'] }, { role: 'customer' }],
] as const)('changes %s and nothing else', (_, user, chosen, change) => {
  expect(userChange(user, { ...accessOf(user), ...chosen })).toEqual(change);
});
