import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Origin } from '../../../platform/http/requests/request-origin.ts';
import { findOpenUser, type OpenUser } from '../accounts.queries.ts';
import { newSecret, secretHashOf } from '../sessions/secret.rules.ts';
import { type OpenSession, openSession, type SessionDeps } from '../sessions/sessions.service.ts';
import { guessCode } from '../two-factor/code-guesses.ts';
import { type OneTimeCodeDeps, spendCode } from '../two-factor/one-time-codes.service.ts';
import { findTwoFactor } from '../two-factor/two-factor.queries.ts';
import { claimTicket, findTicket } from './pending-sign-ins.queries.ts';
import { TICKET_MINUTES } from './pending-sign-ins.rules.ts';
import { claimSecondStep, lockEntry } from './second-step.queries.ts';
import { recordSignIn } from './sign-ins.service.ts';

/** Half a sign-in: the ticket goes into a cookie of its own, which opens nothing by itself. */
export type HalfSignIn = { ticket: string };

/** A session for whoever gave the right password, or a ticket for the second step where there is one. */
export const enterWithPassword = (deps: SessionDeps, user: OpenUser): Promise<OpenSession | HalfSignIn> =>
  inTransaction(deps.db, async (db) => {
    const entry = { userId: user.id, passwordHash: user.password_hash };
    // Takes turns with turning the second step on, which ends this session, or is seen here.
    await lockEntry(db, entry);
    const factor = await findTwoFactor(db, user.id);
    if (!factor?.confirmed_at) return openSession({ ...deps, db }, user);
    const ticket = newSecret();
    const isOpen = await claimSecondStep(db, {
      tokenHash: secretHashOf(ticket),
      expiresAt: minutesAfter(deps.clock.now(), TICKET_MINUTES),
      ...entry,
    });
    if (!isOpen) throw fail('invalidCredentials');
    return { ticket };
  });

/** Ticket and code are used up with the session that they open, or not at all. */
export async function finishSignIn(
  deps: OneTimeCodeDeps,
  ticket: string | undefined,
  { code, address, origin }: { code: string; address: string; origin: Origin },
): Promise<OpenSession> {
  const tokenHash = secretHashOf(ticket ?? '');
  const now = deps.clock.now();
  const step = { tokenHash, purpose: 'second-step' as const };
  const holder = await findTicket(deps.db, step, now);
  const user = holder?.user_id ? await findOpenUser(deps.db, holder.user_id) : undefined;
  if (!user) throw fail('signInExpired');
  return guessCode(deps, { userId: user.id, address }, () =>
    inTransaction(deps.db, async (db) => {
      const session = await openSession({ ...deps, db }, user, { hasSecondFactor: true });
      if (!(await claimTicket(db, step, now))) throw fail('signInExpired');
      if (!(await spendCode({ ...deps, db }, user.id, code))) throw fail('wrongCode');
      return session;
    }).catch(async (error) => {
      // Whoever is refused here knows the password: of all failed sign-ins the most telling.
      await recordSignIn(deps, { userId: user.id, isSuccess: false, origin });
      throw error;
    }),
  );
}
