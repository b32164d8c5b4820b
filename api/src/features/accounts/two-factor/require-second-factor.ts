import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Database } from '../../../tables.ts';
import { listPasskeysOf } from '../passkeys/passkeys.queries.ts';
import { findTwoFactor } from './two-factor.queries.ts';

/**
 * Call it before an admin's factors change. Setting up a factor also marks the session as verified. Without this check a
 * thief with the password could add a factor of their own and pass the second step.
 */
export async function requireSecondFactor(
  db: Database,
  { _id, lacksSecondFactor }: Pick<SessionUser, '_id' | 'lacksSecondFactor'>,
): Promise<void> {
  if (!lacksSecondFactor) return;
  const twoFactor = await findTwoFactor(db, _id);
  const passkeys = await listPasskeysOf(db, _id);
  if (twoFactor?.confirmed_at || passkeys.length > 0) throw fail('secondFactorNotShown');
}
