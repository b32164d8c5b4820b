import { SHOP_NAME } from '@shop/contract/limits/limits';
import { type ReactNode, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { authSlice } from '../../auth/auth.slice.ts';
import { LogOutButton } from '../../auth/session/log-out-button.tsx';
import '../../auth/reauthentication/enable-reauthentication.ts';
import { adminSlice, resetSecondFactorNotice } from '../admin.slice.ts';
import { UnsavedChanges } from '../unsaved-changes.tsx';
import { sectionAt, sectionsFor } from './admin-navigation.ts';
import { AdminSidebar, itemStyle } from './admin-sidebar.tsx';

/** The frame of every admin screen. */
export function Component() {
  const dispatch = useAppDispatch();
  // The second factor may be set up by now, so the next request decides.
  useEffect(() => void dispatch(resetSecondFactorNotice()), [dispatch]);
  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4 px-4 py-6 lg:flex-row lg:gap-4">
      <AdminSidebar logOut={<LogOutButton className={itemStyle} />} />
      <div className="min-w-0 flex-1">
        <UnsavedChanges>
          <AllowedScreen />
        </UnsavedChanges>
      </div>
    </div>
  );
}

/** Shown in place of a screen. */
const Notice = (notice: { title: string; hint: string; action?: ReactNode }) => (
  <>
    <title>{`${notice.title} – ${SHOP_NAME}`}</title>
    <EmptyState heading="h1" {...notice} />
  </>
);

/** The screen of the URL, if the admin has permission for it. */
function AllowedScreen() {
  const { user } = useSelector(authSlice.selectSlice);
  const { lacksSecondFactor } = useSelector(adminSlice.selectSlice);
  const { pathname } = useLocation();
  const [first] = sectionsFor(user);
  const section = sectionAt(pathname);
  if (lacksSecondFactor)
    return (
      <Notice
        title="Set up a second factor"
        hint="To use the back office, sign in with a code from an app or with a passkey. If you have one already, sign out and sign in again with it."
        action={<LinkButton to={urls.security}>Set it up</LinkButton>}
      />
    );
  if (!first) return <Notice title="Nothing to do here yet" hint="An owner of the shop can give you permissions." />;
  if (section && !sectionsFor(user).includes(section))
    return <Navigate to={section.to === urls.adminDashboard ? first.to : urls.unauthorized} replace />;
  return <Outlet />;
}
