import ClipboardList from 'lucide-react/icons/clipboard-list';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import MessageSquare from 'lucide-react/icons/message-square';
import Package from 'lucide-react/icons/package';
import ScrollText from 'lucide-react/icons/scroll-text';
import Ticket from 'lucide-react/icons/ticket';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import { urls } from '../../../lib/urls.ts';

/** The sections of the back office, in the order of the sidebar. */
export const adminSections = [
  { to: urls.adminDashboard, label: 'Dashboard', Icon: LayoutDashboard },
  { to: urls.adminProducts, label: 'Products', Icon: Ticket },
  { to: urls.adminBatches, label: 'Batches', Icon: Package },
  { to: urls.adminOrders, label: 'Orders', Icon: ClipboardList },
  { to: urls.adminCustomers, label: 'Customers', Icon: Users },
  { to: urls.adminUsers, label: 'Users', Icon: UserCog },
  { to: urls.adminFeedbacks, label: 'Feedbacks', Icon: MessageSquare },
  { to: urls.adminAudit, label: 'Audit log', Icon: ScrollText },
] as const;
