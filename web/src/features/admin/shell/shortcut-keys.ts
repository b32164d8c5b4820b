import { inStore } from '../../../lib/state/browser-store.ts';
import { urls } from '../../../lib/urls.ts';

type Shortcut = { keys: readonly string[]; label: string; to?: string };

/** Two keys in a row, because a single letter is easily pressed by accident. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['g', 'd'], label: 'Dashboard', to: urls.adminDashboard },
  { keys: ['g', 'p'], label: 'Products', to: urls.adminProducts },
  { keys: ['g', 'b'], label: 'Batches', to: urls.adminBatches },
  { keys: ['g', 'o'], label: 'Orders', to: urls.adminOrders },
  { keys: ['g', 'c'], label: 'Customers', to: urls.adminCustomers },
  { keys: ['g', 'u'], label: 'Users', to: urls.adminUsers },
  { keys: ['g', 'f'], label: 'Feedbacks', to: urls.adminFeedbacks },
  { keys: ['g', 'a'], label: 'Audit log', to: urls.adminAudit },
  { keys: ['n', 'p'], label: 'Add New Product', to: urls.adminNewProduct },
  { keys: ['/'], label: 'Search this list' },
  { keys: ['?'], label: 'This list of shortcuts' },
];

const STORED = 'admin-shortcuts';

/** Can be switched off for people who trigger shortcuts by accident, for example with speech input (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => inStore('localStorage', (store) => store.getItem(STORED)) !== 'off';
export const switchShortcuts = (isOn: boolean) =>
  inStore('localStorage', (store) => (isOn ? store.removeItem(STORED) : store.setItem(STORED, 'off')));
