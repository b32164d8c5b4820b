import LogOut from 'lucide-react/icons/log-out';
import Receipt from 'lucide-react/icons/receipt';
import UserRound from 'lucide-react/icons/user-round';
import { useSelector } from 'react-redux';
import { NavLink, Outlet } from 'react-router';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { serverMessageOr } from '../../lib/form-failure.ts';
import { urls } from '../../lib/urls.ts';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast-store.ts';
import { authSlice, logout } from '../auth/auth.slice.ts';

const links = [
  { to: urls.profile, label: 'Profile', Icon: UserRound },
  { to: urls.myOrders, label: 'Orders', Icon: Receipt },
] as const;

const entryStyle = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium';

/** The account area: its sidebar, and the page chosen there. */
export function Component() {
  const { loading } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();

  // The guard leads to /login as soon as nobody is signed in.
  async function leave() {
    const outcome = await dispatch(logout());
    if (logout.fulfilled.match(outcome)) toast(outcome.payload.message, { tone: 'success' });
    else toast(serverMessageOr('Logging out failed. Please try again.', outcome.payload), { tone: 'error' });
  }

  return (
    <div className="mx-auto grid max-w-6xl gap-6 px-4 py-8 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8">
      <nav aria-label="Account" data-print="never">
        <ul className="flex flex-wrap gap-1 border-b border-line pb-2 md:flex-col md:border-0 md:pb-0">
          {links.map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  classNames(entryStyle, isActive ? 'bg-brand-soft text-brand' : 'hover:bg-sunken')
                }
              >
                <Icon aria-hidden="true" size={18} />
                {label}
              </NavLink>
            </li>
          ))}
          <li>
            <button
              type="button"
              disabled={loading}
              onClick={leave}
              className={classNames(entryStyle, 'hover:bg-sunken disabled:text-muted')}
            >
              <LogOut aria-hidden="true" size={18} />
              Log out
            </button>
          </li>
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
