import { useSelector } from 'react-redux';
import { NavLink } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { authSlice } from '../auth/auth.slice.ts';

/** The account links of the header. A placeholder reserves their space during the session check. */
export function AccountLinks({ linkStyle }: { linkStyle: string }) {
  const { isChecked, user } = useSelector(authSlice.selectSlice);
  if (!isChecked)
    return (
      <span
        role="status"
        data-needs-script
        className="inline-flex min-h-10 w-28 items-center justify-center text-13 text-muted"
      >
        Loading...
      </span>
    );
  if (!user) return <LinkButton to={urls.login}>Get Started</LinkButton>;
  return (
    <>
      {user.role === 'admin' && (
        <NavLink to={urls.adminDashboard} className={linkStyle}>
          Dashboard
        </NavLink>
      )}
      <NavLink to={urls.myOrders} className={linkStyle}>
        My Orders
      </NavLink>
      <NavLink to={urls.account} className={linkStyle}>
        Account
      </NavLink>
    </>
  );
}
