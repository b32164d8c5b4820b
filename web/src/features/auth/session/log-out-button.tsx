import LogOut from 'lucide-react/icons/log-out';
import { useSelector } from 'react-redux';
import { serverMessageOr } from '../../../lib/form-failure.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { authSlice, logout } from '../auth.slice.ts';

/** A sidebar entry. After signing out, `GuardedRoutes` redirects to /login. */
export function LogOutButton({ className }: { className: string }) {
  const { loading } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();

  async function leave() {
    const outcome = await dispatch(logout());
    if (logout.fulfilled.match(outcome)) toast(outcome.payload.message, { tone: 'success' });
    else toast(serverMessageOr('Logging out failed. Please try again.', outcome.payload), { tone: 'error' });
  }

  return (
    <button type="button" disabled={loading} onClick={leave} className={className}>
      <LogOut aria-hidden="true" size={18} />
      Log out
    </button>
  );
}
