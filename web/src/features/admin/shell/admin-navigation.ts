import type { User } from '@shop/contract/accounts/accounts';
import { isGranted, type Permission } from '@shop/contract/accounts/permissions';
import type { LucideIcon } from 'lucide-react';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import MessageSquare from 'lucide-react/icons/message-square';
import Package from 'lucide-react/icons/package';
import ScrollText from 'lucide-react/icons/scroll-text';
import Ticket from 'lucide-react/icons/ticket';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import { urls } from '../../../lib/urls.ts';

type Section = { to: string; label: string; Icon: LucideIcon; allows: readonly Permission[] };

/** The sections of the administration in the order of the sidebar. Each needs one of its permissions. */
export const adminSections: readonly Section[] = [
  { to: urls.adminDashboard, label: 'Dashboard', Icon: LayoutDashboard, allows: ['orders'] },
  { to: urls.adminProducts, label: 'Products', Icon: Ticket, allows: ['catalogue', 'stock'] },
  { to: urls.adminBatches, label: 'Batches', Icon: Package, allows: ['stock'] },
  { to: urls.adminOrders, label: 'Orders', Icon: ClipboardList, allows: ['orders'] },
  { to: urls.adminCustomers, label: 'Customers', Icon: Users, allows: ['people', 'support'] },
  { to: urls.adminUsers, label: 'Users', Icon: UserCog, allows: ['people'] },
  { to: urls.adminFeedbacks, label: 'Feedbacks', Icon: MessageSquare, allows: ['support'] },
  { to: urls.adminAudit, label: 'Audit log', Icon: ScrollText, allows: ['settings'] },
];

export const sectionsFor = (user: User | null): readonly Section[] =>
  adminSections.filter(({ allows }) => isGranted(user?.permissions, allows));

export const sectionAt = (pathname: string): Section | undefined =>
  adminSections.find(({ to }) => pathname.startsWith(to));
