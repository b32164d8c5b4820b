import type { OwnSession } from '@shop/contract/accounts/sessions';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { listSessionsOf, removeOtherSessions, removeOwnSession } from './sessions.queries.ts';
import type { SessionDeps } from './sessions.service.ts';

/** The most recently used session comes first. */
export async function listOwnSessions(
  { db, clock }: SessionDeps,
  { _id, session }: SessionUser,
): Promise<OwnSession[]> {
  const rows = await listSessionsOf(db, _id, clock.now());
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    beganAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isThisOne: row.id === session,
  }));
}

export async function endOwnSession({ db }: SessionDeps, { _id }: SessionUser, id: string): Promise<void> {
  if (!(await removeOwnSession(db, { id, userId: _id }))) throw fail('notFound');
}

export const endOtherSessions = ({ db }: SessionDeps, { _id, session }: SessionUser): Promise<void> =>
  removeOtherSessions(db, _id, session);
