import { first, plannedOnce } from '../../../platform/database/planned-once.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database, Row } from '../../../tables.ts';
import { selectUserForSignIn, USER_COLUMNS } from '../accounts.queries.ts';

type NewSession = { idHash: Buffer; userId: string; now: Date; expiresAt: Date; hasSecondFactor: boolean };

/** Opens a session only while the account is open and has the password that was verified. */
export async function claimSession(
  db: Database,
  { idHash, userId, now, expiresAt, hasSecondFactor, passwordHash }: NewSession & { passwordHash: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sessions')
    .columns(['id', 'id_hash', 'user_id', 'created_at', 'last_seen_at', 'proved_at', 'expires_at', 'has_second_factor'])
    .expression(
      selectUserForSignIn(db, { userId, passwordHash }).select((eb) => [
        eb.cast<string>(eb.val(newId()), 'uuid').as('id'),
        eb.val(idHash).as('id_hash'),
        'users.id as user_id',
        eb.cast<Date>(eb.val(now), 'timestamptz').as('created_at'),
        eb.cast<Date>(eb.val(now), 'timestamptz').as('last_seen_at'),
        eb.cast<Date>(eb.val(now), 'timestamptz').as('proved_at'),
        eb.cast<Date>(eb.val(expiresAt), 'timestamptz').as('expires_at'),
        eb.cast<boolean>(eb.val(hasSecondFactor), 'boolean').as('has_second_factor'),
      ]),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const findSession = first(
  plannedOnce((db, { idHash, now }: { idHash: Buffer; now: Date }) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(USER_COLUMNS.map((column) => `users.${column}` as const))
      .select([
        'sessions.id as session_id',
        'sessions.created_at as began_at',
        'sessions.last_seen_at',
        'sessions.proved_at',
        'sessions.has_second_factor',
      ])
      .where('sessions.id_hash', '=', idHash)
      .where('sessions.expires_at', '>', now)
      .where('users.active', '=', true)
      .where('users.closed_at', 'is', null)
      .compile(),
  ),
);

export async function touchSession(db: Database, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: seenAt, expires_at: expiresAt }).where('id', '=', id).execute();
}

/** Gives a session a new id; of two who try at once, one does. */
export async function claimRotation(db: Database, from: Buffer, to: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ id_hash: to })
    .where('id_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeSession(db: Database, idHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

export const listSessionsOf = (db: Database, userId: string, now: Date): Promise<Row<'sessions'>[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

export async function updateSessionDevice(db: Database, idHash: Buffer, device: string): Promise<void> {
  await db.updateTable('sessions').set({ device }).where('id_hash', '=', idHash).execute();
}

export async function removeOwnSession(db: Database, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whoever uses the session has just proved again who they are. */
export async function updateProvedAt(db: Database, id: string, provedAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: provedAt }).where('id', '=', id).execute();
}

/** Whoever uses the session has just shown a second factor. False when it has ended meanwhile. */
export async function markSecondFactor(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ has_second_factor: true })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of whoever has no second factor left, no session has one. */
export async function unmarkSecondFactor(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ has_second_factor: false })
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('two_factor')
            .select('user_id')
            .where('user_id', '=', userId)
            // A secret that nobody has shown a code of is no factor.
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('user_id').where('user_id', '=', userId))),
    )
    .execute();
}

export async function removeOtherSessions(db: Database, userId: string, keptId: string): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', keptId).execute();
}

/** Also what is halfway to one. */
export async function removeSessionsOf(db: Database, userId: string): Promise<number> {
  await db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
