import type { Database, Row } from '../../../tables.ts';

export type TwoFactorRow = Row<'two_factor'>;

export const findTwoFactor = (db: Database, userId: string): Promise<TwoFactorRow | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

type NewSecret = { userId: string; keyId: string; sealed: Buffer; now: Date };

/** Replaces a secret that was never confirmed; false where one is in use. */
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

/** Confirms the very secret that was looked at; of two who try at once, one does. */
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

/** Uses up a step and all before it; of many who bring the same code, one does. */
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

/** Whether it was on. */
export async function removeTwoFactor(db: Database, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(removed?.confirmed_at);
}

/** Those of before went with the factor that they were of. */
export async function insertRecoveryCodes(db: Database, userId: string, hashes: Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute();
}

/** Uses a recovery code up; of many who bring the same one, one does. */
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

/** Locked, and few at a time: a rotation of the vault's keys seals them anew. */
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
