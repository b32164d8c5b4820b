import type { Reauthentication } from '@shop/contract/accounts/factors';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { findOpenUser } from '../accounts.queries.ts';
import type { RelyingParty } from '../passkeys/passkey-ceremony.ts';
import { acceptPasskey } from '../passkeys/passkeys.service.ts';
import { confirmPassword } from '../passwords/password-attempts.ts';
import { updateProvedAt } from '../sessions/sessions.queries.ts';
import { confirmCode, type OneTimeCodeDeps } from './one-time-codes.service.ts';

/** Renews the fresh proof with password, one-time code or passkey. If several are given, all must be correct. */
export async function reauthenticate(
  deps: OneTimeCodeDeps,
  { _id, session }: SessionUser,
  { password, code, passkey, address, party }: Reauthentication & { address: string; party: RelyingParty },
): Promise<void> {
  const user = await findOpenUser(deps.db, _id);
  if (!user) throw fail('notSignedIn');
  if (password !== undefined) await confirmPassword(deps, user, { field: 'password', password });
  if (code !== undefined) await confirmCode(deps, { userId: _id, address, code });
  if (passkey !== undefined) {
    const signer = await acceptPasskey(deps, party, { passkey, address });
    if (signer.id !== _id) throw fail('passkeyRefused');
  }
  await updateProvedAt(deps.db, session, deps.clock.now());
}
