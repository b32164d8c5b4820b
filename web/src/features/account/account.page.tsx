import Heart from 'lucide-react/icons/heart';
import Receipt from 'lucide-react/icons/receipt';
import UserRound from 'lucide-react/icons/user-round';
import { NavLink, Outlet } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { classNames } from '../../ui/class-names.ts';
import { LogOutButton } from '../auth/session/log-out-button.tsx';
import '../auth/reauthentication/enable-reauthentication.ts';

const links = [
  { to: urls.profile, label: 'Profile', Icon: UserRound },
  { to: urls.myOrders, label: 'Orders', Icon: Receipt },
  { to: urls.wishlist, label: 'Wish list', Icon: Heart },
] as const;

const entryStyle = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium';
const quietEntryStyle = classNames(entryStyle, 'hover:bg-sunken disabled:text-muted');

/** The account area: a sidebar and the chosen page. */
export const Component = () => (
  <div className="mx-auto grid max-w-6xl gap-6 px-4 py-8 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8 print:block">
    <nav aria-label="Account" data-print="never">
      <ul className="flex flex-wrap gap-1 border-b border-line pb-2 md:flex-col md:border-0 md:pb-0">
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                isActive ? classNames(entryStyle, 'bg-brand-soft text-brand') : quietEntryStyle
              }
            >
              <Icon aria-hidden="true" size={18} />
              {label}
            </NavLink>
          </li>
        ))}
        <li>
          <LogOutButton className={quietEntryStyle} />
        </li>
      </ul>
    </nav>
    <div className="min-w-0">
      <Outlet />
    </div>
  </div>
);
