import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Origin } from '../../../platform/http/requests/request-origin.ts';
import { findOpenUser, type OpenUser } from '../accounts.queries.ts';
import { newSecret, secretHashOf } from '../sessions/secret.rules.ts';
import { PENDING_SIGN_IN_MINUTES } from '../sessions/sessions.rules.ts';
import { type OpenSession, openSession, type SessionDeps } from '../sessions/sessions.service.ts';
import { limitCodeAttempts } from '../two-factor/code-attempts.ts';
import { claimOneTimeCode, type OneTimeCodeDeps } from '../two-factor/one-time-codes.service.ts';
import { findTwoFactor } from '../two-factor/two-factor.queries.ts';
import {
  claimPendingSignIn,
  claimSecondStep,
  findPendingSignIn,
  lockUserForSignIn,
} from './pending-sign-ins.queries.ts';
import { recordSignIn } from './sign-ins.service.ts';

/** The token goes into a cookie of its own, which opens no session by itself. */
export type PendingSignIn = { pendingToken: string };

/** Call it after the password was verified. Users with a second factor get a pending sign-in instead of a session. */
export const openSessionOrPendingSignIn = (deps: SessionDeps, user: OpenUser): Promise<OpenSession | PendingSignIn> =>
  inTransaction(deps.db, async (db) => {
    const verified = { userId: user.id, passwordHash: user.password_hash };
    // Serializes with turning two-factor sign-in on: either this code sees the factor, or the session ends with the others.
    await lockUserForSignIn(db, verified);
    const factor = await findTwoFactor(db, user.id);
    if (!factor?.confirmed_at) return openSession({ ...deps, db }, user);
    const pendingToken = newSecret();
    const isOpen = await claimSecondStep(db, {
      tokenHash: secretHashOf(pendingToken),
      expiresAt: minutesAfter(deps.clock.now(), PENDING_SIGN_IN_MINUTES),
      ...verified,
    });
    if (!isOpen) throw fail('invalidCredentials');
    return { pendingToken };
  });

/** One transaction uses up the pending sign-in and the code and opens the session. */
export async function finishSignIn(
  deps: OneTimeCodeDeps,
  pendingToken: string | undefined,
  { code, address, origin }: { code: string; address: string; origin: Origin },
): Promise<OpenSession> {
  const tokenHash = secretHashOf(pendingToken ?? '');
  const now = deps.clock.now();
  const step = { tokenHash, purpose: 'second-step' as const };
  const holder = await findPendingSignIn(deps.db, step, now);
  const user = holder?.user_id ? await findOpenUser(deps.db, holder.user_id) : undefined;
  if (!user) throw fail('signInExpired');
  return limitCodeAttempts(deps, { userId: user.id, address }, () =>
    inTransaction(deps.db, async (db) => {
      const session = await openSession({ ...deps, db }, user, { hasSecondFactor: true });
      if (!(await claimPendingSignIn(db, step, now))) throw fail('signInExpired');
      if (!(await claimOneTimeCode({ ...deps, db }, user.id, code))) throw fail('wrongCode');
      return session;
    }).catch(async (error) => {
      // This person knows the password, so this failure is the strongest sign of an attack.
      await recordSignIn(deps, { userId: user.id, isSuccess: false, origin });
      throw error;
    }),
  );
}
