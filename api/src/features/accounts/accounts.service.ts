import type { passwordChange, profileChange, registration, User } from '@shop/contract/accounts';
import type { z } from 'zod';
import { inTransaction, violates } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { type Limit, limit, type RateLimitDeps } from '../../platform/rate-limit.ts';
import { accountMails } from './account-mails.ts';
import {
  claimPasswordChange,
  closeUser,
  findOpenUser,
  findOpenUserByEmail,
  insertUser,
  updateUser,
} from './accounts.queries.ts';
import { userOnWire } from './accounts.rules.ts';
import { keepAnOwner } from './admins.service.ts';
import { removeDevicesOf } from './devices.queries.ts';
import { removePasskeysOf } from './passkeys.queries.ts';
import { confirmPassword, countGuess } from './password-guesses.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { revokeResetToken } from './reset-tokens.queries.ts';
import { enterWithPassword, type HalfSignIn } from './second-step.service.ts';
import { tellOwnersOf } from './security-notices.ts';
import { removeSessionsOf } from './sessions.queries.ts';
import { type OpenSession, openSession } from './sessions.service.ts';
import { removeTwoFactor } from './two-factor.queries.ts';

export type AccountDeps = RateLimitDeps;

const REGISTRATIONS_PER_ADDRESS: Limit = { max: 5, windowMinutes: 60 };
const FAILED_SIGN_INS_PER_ADDRESS: Limit = { max: 30, windowMinutes: 15 };

export async function register(
  deps: AccountDeps,
  { name, mobile, email, password }: z.output<typeof registration>,
  address: string,
): Promise<OpenSession> {
  await limit(deps, `register:${address}`, REGISTRATIONS_PER_ADDRESS);
  const password_hash = await hashPassword(password);
  try {
    return await inTransaction(deps.db, async (db) => {
      const draft = { name, email, mobile, password_hash, role: 'customer' as const, created_at: deps.clock.now() };
      const user = await insertUser(db, { id: newId(), ...draft });
      await enqueue(db, ...accountMails.welcome(user.id));
      return openSession({ ...deps, db }, { ...user, password_hash });
    });
  } catch (error) {
    if (violates(error, 'users_open_email')) throw fail('emailTaken');
    throw error;
  }
}

/** An unknown email, a wrong password and a deactivated account are refused alike, and after the same work. */
export async function signIn(
  deps: AccountDeps,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<OpenSession | HalfSignIn> {
  const attempt = await limit(deps, `sign-in:${address}`, FAILED_SIGN_INS_PER_ADDRESS);
  const guess = await countGuess(deps, email);
  const user = await findOpenUserByEmail(deps.db, email);
  const isRight = await verifyPassword(password, user?.password_hash);
  if (!user || !isRight) throw fail('invalidCredentials');
  const session = await enterWithPassword(deps, user);
  await Promise.all([attempt.giveBack(), guess.giveBack()]);
  return session;
}

export async function updateProfile(
  { db, clock }: AccountDeps,
  user: User,
  change: z.output<typeof profileChange>,
): Promise<User> {
  const updated = await updateUser(db, user._id, change, clock.now());
  if (!updated) throw fail('notSignedIn');
  return userOnWire(updated);
}

export async function changePassword(
  deps: AccountDeps,
  { _id }: User,
  { currentPassword, newPassword }: z.output<typeof passwordChange>,
): Promise<void> {
  const user = await findOpenUser(deps.db, _id);
  if (!user) throw fail('notSignedIn');
  await confirmPassword(deps, user, { field: 'currentPassword', password: currentPassword });
  const to = await hashPassword(newPassword);
  await inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    const changed = await claimPasswordChange(db, { id: _id, from: user.password_hash, to, now });
    if (!changed) throw fail('notSignedIn');
    await removeSessionsOf(db, _id);
    await revokeResetToken(db, _id, now);
    await enqueue(db, ...accountMails.passwordChanged(_id));
    await tellOwnersOf(db, { happening: 'password-changed', personId: _id, at: now });
  });
}

/** Ends every session and frees the email; the row stays for its orders until the retention period is over. */
export async function closeAccount(deps: AccountDeps, { _id }: User, password: string | undefined): Promise<void> {
  const user = await findOpenUser(deps.db, _id);
  if (!user) throw fail('notSignedIn');
  if (password !== undefined) await confirmPassword(deps, user, { field: 'password', password });
  await inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    await keepAnOwner(db, _id);
    await closeUser(db, _id, now);
    await removeSessionsOf(db, _id);
    await removeDevicesOf(db, _id);
    await removeTwoFactor(db, _id);
    await removePasskeysOf(db, _id);
    await revokeResetToken(db, _id, now);
  });
}
