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
/** `sessionId` is the secret for the cookie. The database stores only its hash. */
export type OpenSession = { user: User; sessionId: string };

/** Call it after the user has proved who they are. Fails if the password changed since `user` was read. */
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

/** Reads the session and its user on every request, so that a change of the account takes effect at once. */
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

/** Replaces the secret of the session. Its lifetime does not change. */
export async function rotateSession({ db }: SessionDeps, sessionHash: Buffer): Promise<string> {
  const sessionId = newSecret();
  if (!(await claimRotation(db, sessionHash, secretHashOf(sessionId)))) throw fail('notSignedIn');
  return sessionId;
}

export const endSession = ({ db }: SessionDeps, sessionId: string): Promise<void> =>
  removeSession(db, secretHashOf(sessionId));
