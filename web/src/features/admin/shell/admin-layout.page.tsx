import { Outlet } from 'react-router';
import { LogOutButton } from '../../auth/log-out-button.tsx';
import { AdminSidebar, itemStyle } from './admin-sidebar.tsx';

/** What every screen of the back office has beside it. */
export function Component() {
  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4 px-4 py-6 lg:flex-row lg:gap-4">
      <AdminSidebar logOut={<LogOutButton className={itemStyle} />} />
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  );
}
