import type { Insertable } from 'kysely';
import type { Database, Row, Tables } from '../../../tables.ts';

export type PasskeyRow = Row<'passkeys'>;

export const listPasskeysOf = (db: Database, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

export const findPasskey = (db: Database, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export const insertPasskey = (db: Database, passkey: Insertable<Tables['passkeys']>): Promise<PasskeyRow> =>
  db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow();

type Own = { id: string; userId: string };

export const updatePasskeyName = (db: Database, { id, userId }: Own, name: string): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

type Use = { id: string; counter: number; isBackedUp: boolean; now: Date };

/**
 * Records a use. Returns false if the counter did not increase, which means that the passkey may be a copy.
 * Authenticators without a counter always send zero.
 */
export async function claimPasskeyUse(db: Database, { id, counter, isBackedUp, now }: Use): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const removePasskey = (db: Database, { id, userId }: Own): Promise<{ name: string } | undefined> =>
  db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst();

export const removePasskeysOf = (db: Database, userId: string): Promise<{ name: string }[]> =>
  db.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute();
