import type { Database } from '../../../tables.ts';

type Device = { tokenHash: Buffer; userId: string };

export const findDevice = (db: Database, { tokenHash, userId }: Device): Promise<{ user_id: string } | undefined> =>
  db
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Finds any known device of the user. */
export const findAnyDevice = (db: Database, userId: string): Promise<{ user_id: string } | undefined> =>
  db.selectFrom('known_devices').select('user_id').where('user_id', '=', userId).limit(1).executeTakeFirst();

/** Returns false if the device is not known for this user. */
export async function touchDevice(db: Database, { tokenHash, userId }: Device, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_devices')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertDevice(db: Database, { tokenHash, userId }: Device, now: Date): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash, user_id: userId, first_seen_at: now, last_seen_at: now })
    .execute();
}

/** Moves all users of a shared browser to its new token. */
export async function updateDeviceToken(db: Database, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('known_devices').set({ token_hash: to }).where('token_hash', '=', from).execute();
}

/** Removes all known devices of the user except `keptHash`, the one in use. */
export async function removeKnownDevices(db: Database, userId: string, keptHash?: Buffer): Promise<void> {
  const all = db.deleteFrom('known_devices').where('user_id', '=', userId);
  await (keptHash ? all.where('token_hash', '<>', keptHash) : all).execute();
}
