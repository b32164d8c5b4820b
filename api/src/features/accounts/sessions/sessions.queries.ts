import { first, plannedOnce } from '../../../platform/database/planned-once.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database, Row } from '../../../tables.ts';
import { selectUserForSignIn, USER_COLUMNS } from '../accounts.queries.ts';

type NewSession = { idHash: Buffer; userId: string; now: Date; expiresAt: Date; hasSecondFactor: boolean };

/** Inserts a session only if the account is still open and active and still has the verified password. */
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

/** Replaces the secret of a session. Only one of two concurrent calls succeeds. */
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

/** Records a fresh proof for the session. */
export async function updateProvedAt(db: Database, id: string, provedAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: provedAt }).where('id', '=', id).execute();
}

/** Records that the session has a second factor. Returns false if the session has ended. */
export async function markSecondFactor(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ has_second_factor: true })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Clears the mark in all sessions of a user who has no second factor left. */
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
            // An unconfirmed secret is not a second factor.
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

/** Also removes pending sign-ins. */
export async function removeSessionsOf(db: Database, userId: string): Promise<number> {
  await db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
