import type { User } from '@shop/contract/accounts/accounts';
import { isGranted, OWNER, type Permission } from '@shop/contract/accounts/permissions';
import type { UserChange } from '@shop/contract/admin';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction, violates } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import {
  type AdminRow,
  findOpenUserByEmail,
  insertUser,
  listActiveAdmins,
  listActiveOwners,
  lockActiveAdmins,
  lockOpenUser,
  updateUser,
} from '../accounts.queries.ts';
import { type UserRow, userOnWire } from '../accounts.rules.ts';
import { removePasskeysOf } from '../passkeys/passkeys.queries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { revokeResetToken } from '../passwords/reset-tokens.queries.ts';
import { mailPersonAndOwners, mailUsers } from '../security-mails/security-mails.ts';
import { removeSessionsOf } from '../sessions/sessions.queries.ts';
import { removeTwoFactor } from '../two-factor/two-factor.queries.ts';
import { accessAfter, describeAccess, isSameAccess } from './access.rules.ts';

export type AdminAccountDeps = { db: Database; clock: Clock };

const isOwner = ({ permissions }: Pick<UserRow, 'permissions'>) => permissions === null;

function refuseToLoseLastOwner(admins: AdminRow[], leavingId: string): void {
  const [first, ...others] = admins.filter(isOwner);
  if (first?.id !== leavingId || others.length > 0) return;
  throw fail(admins.length === 1 ? 'lastAdmin' : 'lastOwner');
}

/** Fails if no other active owner exists. Call it in the transaction that changes the account: it locks the admins. */
export async function requireAnotherOwner(db: Database, leavingId: string): Promise<void> {
  refuseToLoseLastOwner(await lockActiveAdmins(db), leavingId);
}

/** Changes role, status or permissions of a user, and ends all their sessions so that no old permission stays in use. */
export function updateUserAccess(
  deps: AdminAccountDeps,
  actor: User,
  userId: string,
  change: UserChange,
): Promise<User> {
  return inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    const admins = await lockActiveAdmins(db);
    // Another request may have removed the actor's own permissions in the meantime.
    const acting = admins.find(({ id }) => id === actor._id);
    if (!acting) throw fail('notAllowed');
    const before = await lockOpenUser(db, userId);
    if (!before) throw fail('notFound');
    const access = accessAfter(before, change);
    const concernsAdmins = before.role === 'admin' || access.role === 'admin';
    if (concernsAdmins && !isOwner(acting)) throw fail('notAllowed');
    if (isSameAccess(before, access)) return userOnWire(before);
    if (!(access.role === 'admin' && access.active && isOwner(access))) refuseToLoseLastOwner(admins, userId);
    const user = await updateUser(db, userId, access, now);
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
    const owners = concernsAdmins ? await listActiveOwners(db) : [];
    const recipientIds = new Set([userId, ...owners.map(({ id }) => id)]);
    await mailUsers(db, [...recipientIds], {
      kind: 'access-changed',
      personId: userId,
      at: now,
      detail: describeAccess(access),
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

type ActiveAdmin = { id: string; name: string; email: string };

/** Finds the recipients of a mail about the shop: active admins who have one of the permissions. */
export const listAdminsWithPermission = async (db: Database, needed: readonly Permission[]): Promise<ActiveAdmin[]> =>
  (await listActiveAdmins(db)).filter(({ permissions }) => isGranted(permissions ?? [OWNER], needed));

/** Returns undefined if the user is no longer an active admin with one of the permissions. */
export const findAdminWithPermission = async (
  db: Database,
  needed: readonly Permission[],
  id: string,
): Promise<ActiveAdmin | undefined> => (await listAdminsWithPermission(db, needed)).find((admin) => admin.id === id);

async function requireUserByEmail(db: Database, email: string): Promise<UserRow> {
  const user = await findOpenUserByEmail(db, email);
  if (!user) throw fail('notFound', { message: `There is no account with the email ${email}.` });
  return user;
}

/** The operator runs this for a user who lost phone and recovery codes and has proved who they are in another way. */
export async function removeFactorsByEmail({ db, clock }: AdminAccountDeps, email: string): Promise<void> {
  const user = await requireUserByEmail(db, email);
  await inTransaction(db, async (db) => {
    const wasOn = await removeTwoFactor(db, user.id);
    const passkeys = await removePasskeysOf(db, user.id);
    await removeSessionsOf(db, user.id);
    const mail = { personId: user.id, at: clock.now() };
    if (wasOn) await mailPersonAndOwners(db, { kind: 'two-factor-off', ...mail });
    for (const { name } of passkeys) await mailPersonAndOwners(db, { kind: 'passkey-removed', detail: name, ...mail });
  });
}

/** Signs a user out everywhere and returns the number of ended sessions. */
export async function endSessionsByEmail({ db }: AdminAccountDeps, email: string): Promise<number> {
  const { id } = await requireUserByEmail(db, email);
  return removeSessionsOf(db, id);
}
