import type { Permission } from '@shop/contract/accounts/permissions';

export const permissionTexts: Record<Permission, { label: string; hint: string }> = {
  catalogue: { label: 'Catalogue', hint: 'Products, their texts, prices and pictures' },
  stock: { label: 'Stock', hint: 'Adding and recalling codes' },
  orders: { label: 'Orders and refunds', hint: 'Also the dashboard with its sales' },
  support: { label: 'Support', hint: 'Enquiries, and the customers they are from' },
  people: { label: 'People', hint: 'Customers and moderators; administrators are changed by owners' },
  settings: { label: 'Settings', hint: 'The audit log and the list of sign-ins' },
};
