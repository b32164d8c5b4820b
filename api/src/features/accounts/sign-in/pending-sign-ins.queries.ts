import type { PendingSignInPurpose } from '../../../account-tables.ts';
import type { Database } from '../../../tables.ts';

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

/** Uses the ticket up; of many who present it at once, one does. */
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
