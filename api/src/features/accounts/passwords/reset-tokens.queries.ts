import type { Database, Row } from '../../../tables.ts';

type NewResetToken = { userId: string; tokenHash: Buffer; requestedAt: Date; expiresAt: Date };

/**
 * Each user has one token, that of the newest request. A retry of the same request extends its own unused token.
 * Returns false if the token was already used or a newer request replaced it.
 */
export async function claimNewResetToken(
  db: Database,
  { userId, tokenHash, requestedAt, expiresAt }: NewResetToken,
): Promise<boolean> {
  const row = { token_hash: tokenHash, requested_at: requestedAt, expires_at: expiresAt, used_at: null };
  const claimed = await db
    .insertInto('reset_tokens')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('reset_tokens.requested_at', '<', requestedAt),
            eb.and([eb('reset_tokens.requested_at', '=', requestedAt), eb('reset_tokens.used_at', 'is', null)]),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export type ResetOwner = Pick<Row<'users'>, 'name' | 'email' | 'role' | 'email_verified_at'> & { user_id: string };

export const findResetToken = (db: Database, tokenHash: Buffer, now: Date): Promise<ResetOwner | undefined> =>
  db
    .selectFrom('reset_tokens')
    .innerJoin('users', 'users.id', 'reset_tokens.user_id')
    .select(['reset_tokens.user_id', 'users.name', 'users.email', 'users.role', 'users.email_verified_at'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.active', '=', true)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();

/** Marks the token as used. Only one of several concurrent calls succeeds. */
export async function claimResetTokenUse(db: Database, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reset_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the token as used instead of deleting it, so that a running mail job cannot create it again. */
export async function revokeResetToken(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('reset_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
