import type { Database, Row } from '../../../tables.ts';

export type TwoFactorRow = Row<'two_factor'>;

export const findTwoFactor = (db: Database, userId: string): Promise<TwoFactorRow | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

type NewSecret = { userId: string; keyId: string; sealed: Buffer; now: Date };

/** Stores a new secret in place of an unconfirmed one. Returns false if a confirmed secret exists. */
export async function claimNewSecret(db: Database, { userId, keyId, sealed, now }: NewSecret): Promise<boolean> {
  const row = { key_id: keyId, secret_sealed: sealed, started_at: now, last_step: 0 };
  const claimed = await db
    .insertInto('two_factor')
    .values({ user_id: userId, confirmed_at: null, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('two_factor.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Confirms the given secret only if it was not replaced. Only one of two concurrent calls succeeds. */
export async function claimConfirmation(
  db: Database,
  { user_id, secret_sealed }: TwoFactorRow,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', user_id)
    .where('secret_sealed', '=', secret_sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up this time step and all earlier ones. Only one of several concurrent calls with the same code succeeds. */
export async function claimStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether two-factor sign-in was on. */
export async function removeTwoFactor(db: Database, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(removed?.confirmed_at);
}

/** The user has no older recovery codes: `removeTwoFactor` deletes them with their factor. */
export async function insertRecoveryCodes(db: Database, userId: string, hashes: Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute();
}

/** Marks a recovery code as used. Only one of several concurrent calls succeeds. */
export async function claimRecoveryCode(db: Database, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a batch of secrets that an older vault key encrypts, so that a key rotation can encrypt them again. */
export const claimSecretsOfOtherKeys = (db: Database, keyId: string, limit: number): Promise<TwoFactorRow[]> =>
  db
    .selectFrom('two_factor')
    .selectAll()
    .where('key_id', '<>', keyId)
    .where('key_id', '>', '')
    .orderBy('user_id')
    .limit(limit)
    .forUpdate()
    .execute();

export async function updateSealedSecret(
  db: Database,
  { userId, keyId, sealed }: Omit<NewSecret, 'now'>,
): Promise<void> {
  await db
    .updateTable('two_factor')
    .set({ key_id: keyId, secret_sealed: sealed })
    .where('user_id', '=', userId)
    .execute();
}
