import type { User } from '@shop/contract/accounts/accounts';
import type { Clock } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Database } from '../../../tables.ts';
import { type UserRow, userOnWire } from '../accounts.rules.ts';
import { newSecret, secretHashOf } from './secret.rules.ts';
import { claimRotation, claimSession, findSession, removeSession, touchSession } from './sessions.queries.ts';
import { isDueForTouch, isProofFresh, sessionEnd } from './sessions.rules.ts';

export type SessionDeps = { db: Database; clock: Clock };
type SessionUserDeps = SessionDeps & { config: { requiresSecondFactor: boolean } };
/** The id goes into the cookie and nowhere else; only its hash is stored. */
export type OpenSession = { user: User; sessionId: string };

/** Opens a session for whoever has just proved who they are, unless the password was changed since that was looked up. */
export async function openSession(
  { db, clock }: SessionDeps,
  user: UserRow & { password_hash: string },
  { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
): Promise<OpenSession> {
  const sessionId = newSecret();
  const now = clock.now();
  const isOpen = await claimSession(db, {
    idHash: secretHashOf(sessionId),
    userId: user.id,
    passwordHash: user.password_hash,
    hasSecondFactor,
    now,
    expiresAt: sessionEnd(user.role, now, now),
  });
  if (!isOpen) throw fail('invalidCredentials');
  return { user: userOnWire(user), sessionId };
}

/** Whose session this is: looked up at every request, so that whatever changed about the account holds at once. */
export async function findSessionUser(
  { db, clock, config }: SessionUserDeps,
  sessionId: string,
): Promise<SessionUser | null> {
  const sessionHash = secretHashOf(sessionId);
  const now = clock.now();
  const session = await findSession(db, { idHash: sessionHash, now });
  if (!session) return null;
  if (isDueForTouch(session.last_seen_at, now))
    await touchSession(db, session.session_id, now, sessionEnd(session.role, session.began_at, now));
  return {
    ...userOnWire(session),
    sessionHash,
    session: session.session_id,
    lacksSecondFactor: config.requiresSecondFactor && session.role === 'admin' && !session.has_second_factor,
    isProofFresh: isProofFresh(session.proved_at ?? session.began_at, now),
  };
}

/** A new id for the same session: it lives no longer for it. */
export async function rotateSession({ db }: SessionDeps, sessionHash: Buffer): Promise<string> {
  const sessionId = newSecret();
  if (!(await claimRotation(db, sessionHash, secretHashOf(sessionId)))) throw fail('notSignedIn');
  return sessionId;
}

export const endSession = ({ db }: SessionDeps, sessionId: string): Promise<void> =>
  removeSession(db, secretHashOf(sessionId));
