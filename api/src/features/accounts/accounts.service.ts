import type { passwordChange, profileChange, registration, User } from '@shop/contract/accounts/accounts';
import type { z } from 'zod';
import { inTransaction, violates } from '../../platform/database/database.ts';
import { fail } from '../../platform/failure.ts';
import type { Origin } from '../../platform/http/requests/request-origin.ts';
import { NO_ID, newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { type Limit, limit, mayMail, type RateLimitDeps } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/vault.ts';
import { CLOSED_MAIL, PASSWORD_CHANGED_MAIL, WELCOME_MAIL } from './account-mails.ts';
import {
  claimPasswordChange,
  closeUser,
  findOpenUser,
  findOpenUserByEmail,
  insertUser,
  updateUser,
} from './accounts.queries.ts';
import { userOnWire } from './accounts.rules.ts';
import { requireAnotherOwner } from './administrators/admins.service.ts';
import { removePasskeysOf } from './passkeys/passkeys.queries.ts';
import { confirmPassword, countPasswordAttempt } from './passwords/password-attempts.ts';
import { requireGoodPassword } from './passwords/password-choice.rules.ts';
import { hashPassword, verifyPassword } from './passwords/password-hash.ts';
import { revokeResetToken } from './passwords/reset-tokens.queries.ts';
import { findFormerAccountHash, hashOfAddress } from './people/former-accounts.service.ts';
import { mailOwnersAboutAdmin } from './security-mails/security-mails.ts';
import { removeSessionsOf } from './sessions/sessions.queries.ts';
import { type OpenSession, openSession } from './sessions/sessions.service.ts';
import { removeKnownDevices } from './sign-in/devices.queries.ts';
import { openSessionOrPendingSignIn, type PendingSignIn } from './sign-in/second-step.service.ts';
import { recordSignIn } from './sign-in/sign-ins.service.ts';
import { removeTwoFactor } from './two-factor/two-factor.queries.ts';

export type AccountDeps = RateLimitDeps & { vault: Vault };

const REGISTRATIONS_PER_ADDRESS: Limit = { max: 5, windowMinutes: 60 };
const WELCOMES_PER_RECIPIENT: Limit = { max: 2, windowMinutes: 24 * 60 };
const FAREWELLS_PER_RECIPIENT: Limit = { max: 2, windowMinutes: 24 * 60 };
const FAILED_SIGN_INS_PER_ADDRESS: Limit = { max: 30, windowMinutes: 15 };

export async function register(
  deps: AccountDeps,
  { name, mobile, email, password }: z.output<typeof registration>,
  address: string,
): Promise<OpenSession> {
  // Checked before the attempt is counted: a refused password reveals nothing, and people need several tries.
  requireGoodPassword(password, { name, email }, 'password');
  await limit(deps, `register:${address}`, REGISTRATIONS_PER_ADDRESS);
  const password_hash = await hashPassword(password);
  // Somebody could close and register an account repeatedly to flood the address with mails.
  const isWelcomed = await mayMail(deps, 'welcome', email, WELCOMES_PER_RECIPIENT);
  try {
    return await inTransaction(deps.db, async (db) => {
      const draft = { name, email, mobile, password_hash, role: 'customer' as const, created_at: deps.clock.now() };
      const person = await findFormerAccountHash({ db, vault: deps.vault }, email);
      const user = await insertUser(db, { id: newId(), ...draft, person });
      if (isWelcomed) await enqueue(db, WELCOME_MAIL, { userId: user.id, mailId: newId() });
      return openSession({ ...deps, db }, { ...user, password_hash });
    });
  } catch (error) {
    if (violates(error, 'users_open_email')) throw fail('emailTaken');
    throw error;
  }
}

/**
 * Limits count by `address`; admins see the address in `origin`. `isKnownDevice` is set only if the browser sends a
 * device cookie.
 */
type SignInPlace = { address: string; origin: Origin; isKnownDevice: IsKnownDevice | undefined };
type IsKnownDevice = (userId: string) => Promise<boolean>;

async function isOwnDevice({ db }: AccountDeps, email: string, isKnownDevice: IsKnownDevice): Promise<boolean> {
  const user = await findOpenUserByEmail(db, email);
  // The query also runs for an unknown email. Otherwise the response time would reveal whether the account exists.
  return isKnownDevice(user?.id ?? NO_ID);
}

/** An unknown email, a wrong password and a deactivated account get the same answer after the same work. */
export async function signIn(
  deps: AccountDeps,
  { email, password }: { email: string; password: string },
  { address, origin, isKnownDevice }: SignInPlace,
): Promise<OpenSession | PendingSignIn> {
  const isKnown = isKnownDevice ? await isOwnDevice(deps, email, isKnownDevice) : false;
  // A known device skips the address limit, so that strangers at the same address cannot lock the owner out.
  const addressAttempt = isKnown ? undefined : await limit(deps, `sign-in:${address}`, FAILED_SIGN_INS_PER_ADDRESS);
  const passwordAttempt = await countPasswordAttempt(deps, email, { address, isKnownDevice: isKnown });
  const user = await findOpenUserByEmail(deps.db, email);
  const isRight = await verifyPassword(password, user?.password_hash);
  if (!user?.active || !isRight) {
    await recordSignIn(deps, { userId: user?.id ?? null, isSuccess: false, origin });
    throw fail('invalidCredentials');
  }
  const session = await openSessionOrPendingSignIn(deps, user);
  await Promise.all([addressAttempt?.giveBack(), passwordAttempt.giveBack()]);
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
  { currentPassword, newPassword, deviceHash }: z.output<typeof passwordChange> & { deviceHash: Buffer | undefined },
): Promise<void> {
  const user = await findOpenUser(deps.db, _id);
  if (!user) throw fail('notSignedIn');
  await confirmPassword(deps, user, { field: 'currentPassword', password: currentPassword });
  requireGoodPassword(newPassword, user, 'newPassword');
  const to = await hashPassword(newPassword);
  await inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    const changed = await claimPasswordChange(db, { id: _id, from: user.password_hash, to, now });
    if (!changed) throw fail('notSignedIn');
    await removeSessionsOf(db, _id);
    await removeKnownDevices(db, _id, deviceHash);
    await revokeResetToken(db, _id, now);
    await enqueue(db, PASSWORD_CHANGED_MAIL, { userId: _id, mailId: newId() });
    await mailOwnersAboutAdmin(db, { kind: 'password-changed', personId: _id, at: now });
  });
}

/** Ends every session and frees the email address. The row stays for its orders until the retention period ends. */
export async function closeAccount(deps: AccountDeps, { _id }: User, password: string): Promise<void> {
  const user = await findOpenUser(deps.db, _id);
  if (!user) throw fail('notSignedIn');
  await confirmPassword(deps, user, { field: 'password', password });
  await inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    await requireAnotherOwner(db, _id);
    // Only one of two concurrent requests closes the account and sends the mail.
    if (!(await closeUser(db, { id: _id, person: hashOfAddress(deps.vault, user.email), now }))) return;
    await removeSessionsOf(db, _id);
    await removeKnownDevices(db, _id);
    await removeTwoFactor(db, _id);
    await removePasskeysOf(db, _id);
    await revokeResetToken(db, _id, now);
    if (await mayMail({ ...deps, db }, 'closed', user.email, FAREWELLS_PER_RECIPIENT))
      await enqueue(db, CLOSED_MAIL, { userId: _id, mailId: newId() });
  });
}
