import type { User } from '@shop/contract/accounts/accounts';

/** A customer who is signed in. */
export const asha: User = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  role: 'customer',
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
