import type { User } from '@shop/contract/accounts';
import { expect, it } from 'vitest';
import { accessOf, userChange } from './user-change.ts';

const customer: User = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: null,
  role: 'customer',
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const desk: User = { ...customer, role: 'admin', permissions: ['orders', 'stock'] };

it.each([
  ['nothing', desk, { grants: ['stock', 'orders'] }, {}],
  ['whether somebody may sign in', desk, { active: false }, { active: false }],
  ['what an administrator may do', desk, { grants: ['stock'] }, { permissions: ['stock'] }],
  ['a customer into an owner', customer, { role: 'admin' }, { role: 'admin', permissions: ['owner'] }],
  ['a customer into a moderator', customer, { role: 'moderator' }, { role: 'moderator' }],
  ['an administrator into a customer', desk, { role: 'customer', grants: ['stock'] }, { role: 'customer' }],
] as const)('changes %s and nothing else', (_, user, chosen, change) => {
  expect(userChange(user, { ...accessOf(user), ...chosen })).toEqual(change);
});
