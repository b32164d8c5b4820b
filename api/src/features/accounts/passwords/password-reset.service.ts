import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { clearMailLimit, type Limit, limit, mayMail, type RateLimitDeps } from '../../../platform/rate-limit.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { PASSWORD_CHANGED_MAIL, RESET_MAIL, type ResetMailJob } from '../account-mails.ts';
import { findOpenUserByEmail, updateUser } from '../accounts.queries.ts';
import type { UserRow } from '../accounts.rules.ts';
import { removePasskeysOf } from '../passkeys/passkeys.queries.ts';
import { mailOwnersAboutAdmin, mailUsers } from '../security-mails/security-mails.ts';
import { secretHashOf } from '../sessions/secret.rules.ts';
import { removeSessionsOf } from '../sessions/sessions.queries.ts';
import { removeKnownDevices } from '../sign-in/devices.queries.ts';
import { resetFailedCodeAttempts } from '../two-factor/code-attempts.ts';
import { removeTwoFactor } from '../two-factor/two-factor.queries.ts';
import { resetFailedPasswordAttempts } from './password-attempts.ts';
import { requireGoodPassword } from './password-choice.rules.ts';
import { hashPassword } from './password-hash.ts';
import { claimNewResetToken, claimResetTokenUse, findResetToken } from './reset-tokens.queries.ts';

type PasswordResetDeps = RateLimitDeps;
export type ResetLinkDeps = RateLimitDeps & { vault: Vault };

const TOKEN_MINUTES = 30;
const REQUESTS_PER_ACCOUNT_AND_ADDRESS: Limit = { max: 3, windowMinutes: 60 };
// The window is the lifetime of a link: if the limit stops a mail, the newest link still works. A stranger who requests
// links cannot leave the owner without one.
const MAILS_PER_RECIPIENT: Limit = { max: 3, windowMinutes: TOKEN_MINUTES };
const REQUESTS_PER_ADDRESS: Limit = { max: 30, windowMinutes: 60 };

/** The job, not this request, checks whether the account exists. Answer and response time do not reveal it. */
export async function requestPasswordReset(deps: PasswordResetDeps, email: string, address: string): Promise<void> {
  await limit(deps, `forgot:address:${address}`, REQUESTS_PER_ADDRESS);
  await limit(deps, `forgot:account:${email.toLowerCase()}:${address}`, REQUESTS_PER_ACCOUNT_AND_ADDRESS);
  if (!(await mayMail(deps, 'reset', email, MAILS_PER_RECIPIENT))) return;
  await enqueue(deps.db, RESET_MAIL, { email, mailId: newId(), requestedAt: deps.clock.now().toISOString() });
}

/**
 * Creates the token of a reset mail and stores its hash. The token is an HMAC of the mail's id, and the key is not in the
 * database. A database dump therefore contains no links, and a retry of the job sends the same link.
 */
export async function issueResetToken(
  { db, clock, vault }: ResetLinkDeps,
  { email, mailId, requestedAt }: ResetMailJob,
): Promise<{ user: UserRow; token: string } | undefined> {
  const user = await findOpenUserByEmail(db, email);
  if (!user?.active) return undefined;
  const token = vault.fingerprint('reset-token', mailId).toString('base64url');
  const isNewest = await claimNewResetToken(db, {
    userId: user.id,
    tokenHash: secretHashOf(token),
    requestedAt: new Date(requestedAt),
    expiresAt: minutesAfter(clock.now(), TOKEN_MINUTES),
  });
  return isNewest ? { user, token } : undefined;
}

export async function resetPassword(
  deps: PasswordResetDeps,
  { token, password, ...from }: { token: string; password: string; address: string; deviceHash: Buffer | undefined },
): Promise<{ userId: string }> {
  const tokenHash = secretHashOf(token);
  const owner = await findResetToken(deps.db, tokenHash, deps.clock.now());
  if (!owner) throw fail('resetTokenInvalid');
  requireGoodPassword(password, owner, 'password');
  const password_hash = await hashPassword(password);
  await inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    if (!(await claimResetTokenUse(db, tokenHash, now))) throw fail('resetTokenInvalid');
    // The token was only in the mail, so its use proves that this person reads the mailbox.
    await updateUser(db, owner.user_id, { password_hash, email_verified_at: owner.email_verified_at ?? now }, now);
    await removeSessionsOf(db, owner.user_id);
    const mayKeepFactors = owner.role === 'admin' || owner.email_verified_at !== null;
    await removeKnownDevices(db, owner.user_id, mayKeepFactors ? from.deviceHash : undefined);
    if (!mayKeepFactors) await removeFactors(db, owner.user_id, now);
    await resetFailedPasswordAttempts({ db }, { email: owner.email, address: from.address });
    await resetFailedCodeAttempts({ ...deps, db }, owner.user_id);
    await clearMailLimit({ db }, 'reset', owner.email);
    await enqueue(db, PASSWORD_CHANGED_MAIL, { userId: owner.user_id, mailId: newId() });
    await mailOwnersAboutAdmin(db, { kind: 'password-changed', personId: owner.user_id, at: now });
  });
  return { userId: owner.user_id };
}

/**
 * Registration does not verify the email address. A stranger may have registered it and set second factors, which would lock
 * out its real owner or let the stranger back in. Admins keep their factors: an owner or the operator knows them.
 */
async function removeFactors(db: Database, userId: string, at: Date): Promise<void> {
  if (await removeTwoFactor(db, userId))
    await mailUsers(db, [userId], { kind: 'two-factor-off', personId: userId, at });
  for (const { name } of await removePasskeysOf(db, userId))
    await mailUsers(db, [userId], { kind: 'passkey-removed', personId: userId, detail: name, at });
}
