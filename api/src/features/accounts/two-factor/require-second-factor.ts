import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Database } from '../../../tables.ts';
import { listPasskeysOf } from '../passkeys/passkeys.queries.ts';
import { findTwoFactor } from './two-factor.queries.ts';

/**
 * Before any change of an administrator's factors: setting one up counts for the session it was done in, so whoever stole
 * the password could else set up their own beside, or in place of, the one that keeps them out.
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
