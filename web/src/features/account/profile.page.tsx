import { SHOP_NAME } from '@shop/contract/limits/limits';
import { Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { formatDay } from '../../lib/format/dates.ts';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { SECURITY_TAB } from '../../lib/urls.ts';
import { lazyContent } from '../../ui/lazy-content.tsx';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { authSlice, loadProfile } from '../auth/auth.slice.ts';
import { DeleteAccount } from './delete-account.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';

const Security = lazyContent('This part', async () => ({
  default: (await import('./security/security.tsx')).Security,
}));

export function Component() {
  const { user } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  const { hash } = useLocation();
  useEffect(() => {
    void dispatch(loadProfile());
  }, [dispatch]);
  if (!user) return null;
  return (
    <div className="grid max-w-xl gap-6">
      <title>{`Profile – ${SHOP_NAME}`}</title>
      <div className="flex items-center gap-4">
        <Avatar name={user.name} size="lg" />
        <div className="min-w-0">
          <h1 className="text-27 font-bold">{user.name}</h1>
          <p className="text-muted">Member since {formatDay(user.createdAt)}</p>
        </div>
      </div>
      <Tabs
        key={hash}
        label="Your account"
        firstId={hash === `#${SECURITY_TAB}` ? SECURITY_TAB : 'profile'}
        tabs={[
          { id: 'profile', label: 'Profile', content: <ProfileForm user={user} />, isAlwaysRendered: true },
          { id: 'password', label: 'Password', content: <PasswordForm email={user.email} /> },
          {
            id: SECURITY_TAB,
            label: 'Security',
            content: (
              <Suspense fallback={<LoadingScreen />}>
                <Security user={user} />
              </Suspense>
            ),
          },
          { id: 'delete', label: 'Delete Account', content: <DeleteAccount /> },
        ]}
      />
    </div>
  );
}
