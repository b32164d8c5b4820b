import type { User } from '@shop/contract/accounts/accounts';
import { PasskeysSection } from './passkeys-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** The security tab: two-factor sign-in, passkeys and sessions. */
export const Security = ({ user }: { user: User }) => (
  <div className="grid gap-6">
    <TwoFactorSection email={user.email} />
    <PasskeysSection />
    <SessionsSection />
  </div>
);
