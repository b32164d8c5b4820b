import type { Database } from '../../../tables.ts';
import { selectUserForSignIn } from '../accounts.queries.ts';
import type { PendingSignInPurpose } from '../accounts.tables.ts';

type PendingSignInKey = { tokenHash: Buffer; purpose: PendingSignInPurpose };

export async function insertPendingSignIn(
  db: Database,
  { tokenHash, purpose, userId, expiresAt }: PendingSignInKey & { userId: string | null; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_tickets')
    .values({ token_hash: tokenHash, purpose, user_id: userId, expires_at: expiresAt })
    .execute();
}

export const findPendingSignIn = (
  db: Database,
  { tokenHash, purpose }: PendingSignInKey,
  now: Date,
): Promise<{ user_id: string | null } | undefined> =>
  db
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Deletes the pending sign-in and returns it. Only one of several concurrent calls succeeds. */
export const claimPendingSignIn = (
  db: Database,
  { tokenHash, purpose }: PendingSignInKey,
  now: Date,
): Promise<{ user_id: string | null } | undefined> =>
  db
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();

type VerifiedPassword = { userId: string; passwordHash: string };
type SecondStep = VerifiedPassword & { tokenHash: Buffer; expiresAt: Date };

export async function lockUserForSignIn(db: Database, verified: VerifiedPassword): Promise<void> {
  await selectUserForSignIn(db, verified).select('users.id').execute();
}

/** Inserts a pending sign-in only if the user still has the verified password. */
export async function claimSecondStep(
  db: Database,
  { tokenHash, userId, passwordHash, expiresAt }: SecondStep,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sign_in_tickets')
    .columns(['token_hash', 'purpose', 'user_id', 'expires_at'])
    .expression(
      selectUserForSignIn(db, { userId, passwordHash }).select((eb) => [
        eb.val(tokenHash).as('token_hash'),
        eb.cast<PendingSignInPurpose>(eb.val('second-step'), 'text').as('purpose'),
        'users.id',
        eb.cast<Date>(eb.val(expiresAt), 'timestamptz').as('expires_at'),
      ]),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
