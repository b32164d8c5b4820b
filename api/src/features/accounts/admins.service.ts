import type { User } from '@shop/contract/accounts';
import type { UserChange } from '@shop/contract/admin';
import { recordAudit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction, violates } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import { findOpenUserByEmail, insertUser, listActiveAdmins, lockActiveAdmins, updateUser } from './accounts.queries.ts';
import { userOnWire } from './accounts.rules.ts';
import { hashPassword } from './password-hash.ts';
import { revokeResetToken } from './reset-tokens.queries.ts';
import { removeSessionsOf } from './sessions.queries.ts';

export type AdminAccountDeps = { db: Database; clock: Clock };

const refuseLast = (admins: { id: string }[], leavingId: string) => {
  if (admins.length === 1 && admins[0]?.id === leavingId) throw fail('lastAdmin');
};

/**
 * Refuses to let the last active administrator go. Call it inside the transaction that changes the account: the
 * administrators stay locked until it ends.
 */
export async function keepAnAdmin(db: Database, leavingId: string): Promise<void> {
  refuseLast(await lockActiveAdmins(db), leavingId);
}

/** Changes what a user may do; every session of theirs ends, so that nothing of the old rights lives on. */
export function updateUserAccess(
  deps: AdminAccountDeps,
  actor: User,
  userId: string,
  change: UserChange,
): Promise<User> {
  return inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    const admins = await lockActiveAdmins(db);
    // Somebody else may have taken the actor's own rights while this request was on its way.
    if (!admins.some(({ id }) => id === actor._id)) throw fail('notAllowed');
    const staysAdmin = (change.role ?? 'admin') === 'admin' && change.active !== false;
    if (!staysAdmin) refuseLast(admins, userId);
    const user = await updateUser(db, userId, change, now);
    if (!user) throw fail('notFound');
    await removeSessionsOf(db, userId);
    await revokeResetToken(db, userId, now);
    await recordAudit(db, {
      at: now,
      actorId: actor._id,
      action: 'user.access-changed',
      subjectType: 'user',
      subjectId: userId,
      details: { ...change },
    });
    return userOnWire(user);
  });
}

export async function createAdmin(
  { db, clock }: AdminAccountDeps,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<User> {
  const password_hash = await hashPassword(password);
  const draft = { name, email, mobile: null, role: 'admin' as const, password_hash, created_at: clock.now() };
  try {
    return userOnWire(await insertUser(db, { id: newId(), ...draft }));
  } catch (error) {
    if (violates(error, 'users_open_email')) throw fail('emailTaken');
    throw error;
  }
}

export type ActiveAdmin = { id: string; name: string; email: string };

/** The owners of the shop: who is told when something needs them. */
export const activeAdmins = (db: Database): Promise<ActiveAdmin[]> => listActiveAdmins(db);

/** Undefined when they are an administrator no longer. */
export const findAdmin = async (db: Database, id: string): Promise<ActiveAdmin | undefined> =>
  (await listActiveAdmins(db)).find((admin) => admin.id === id);

/** Signs a user out everywhere and says how many sessions that ended. */
export async function endSessionsOf({ db }: AdminAccountDeps, email: string): Promise<number> {
  const user = await findOpenUserByEmail(db, email);
  if (!user) throw fail('notFound', { message: `There is no account with the email ${email}.` });
  return removeSessionsOf(db, user.id);
}
