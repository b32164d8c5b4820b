import type { Role } from '@shop/contract/accounts/accounts';
import type { Permission } from '@shop/contract/accounts/permissions';
import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import type { UserRow } from './accounts.rules.ts';

export const USER_COLUMNS = ['id', 'name', 'email', 'mobile', 'role', 'active', 'created_at', 'permissions'] as const;

type NewUser = {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  role: Role;
  password_hash: string;
  created_at: Date;
  person?: Buffer | null;
};

export const insertUser = (db: Database, user: NewUser): Promise<UserRow> =>
  db
    .insertInto('users')
    .values({ ...user, updated_at: user.created_at })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();

const openUsers = (db: Database) =>
  db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'password_hash'])
    .where('closed_at', 'is', null);

export type OpenUser = UserRow & { password_hash: string };

export const findOpenUserByEmail = (db: Database, email: string): Promise<OpenUser | undefined> =>
  openUsers(db).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();

export const findOpenUser = (db: Database, id: string): Promise<OpenUser | undefined> =>
  openUsers(db).where('id', '=', id).executeTakeFirst();

export const findClosedUser = (db: Database, id: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .where('closed_at', 'is not', null)
    .executeTakeFirst();

/**
 * Selects the user only if the password hash is still the verified one. The share lock waits for a concurrent password
 * change, closing or deactivation, and then sees its result.
 */
export const selectUserForSignIn = (db: Database, { userId, passwordHash }: { userId: string; passwordHash: string }) =>
  db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where('users.password_hash', '=', passwordHash)
    .where('users.active', '=', true)
    .where('users.closed_at', 'is', null)
    .forShare();

type UserChange = {
  name?: string;
  mobile?: string;
  role?: Role;
  active?: boolean;
  permissions?: Permission[] | null;
  password_hash?: string;
  email_verified_at?: Date;
};

/** Locks the row: a concurrent sign-in either sees this change, or its session exists before later statements end sessions. */
export const updateUser = (db: Database, id: string, change: UserChange, now: Date): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(USER_COLUMNS)
    .executeTakeFirst();

/** Replaces the password hash only if it is still the verified one. */
export const claimPasswordChange = (
  db: Database,
  { id, from, to, now }: { id: string; from: string; to: string; now: Date },
): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ password_hash: to, updated_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .where('closed_at', 'is', null)
    .returning(USER_COLUMNS)
    .executeTakeFirst();

type Closing = { id: string; person: Buffer; now: Date };

/** Keeps an existing `person` hash, so that all accounts of one address share the same hash. */
export const closeUser = (db: Database, { id, person, now }: Closing): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set(({ fn, val }) => ({
      closed_at: now,
      updated_at: now,
      active: false,
      person: fn.coalesce('person', val(person)),
    }))
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(USER_COLUMNS)
    .executeTakeFirst();

const activeAdmins = (db: Database) =>
  db.selectFrom('users').where('role', '=', 'admin').where('active', '=', true).where('closed_at', 'is', null);

export const listActiveAdmins = (db: Database): Promise<(AdminRow & { name: string; email: string })[]> =>
  activeAdmins(db).select(['id', 'name', 'email', 'permissions']).orderBy('id').execute();

/** Owners receive the mails that concern the whole shop. */
export const listActiveOwners = (db: Database): Promise<{ id: string }[]> =>
  activeAdmins(db).select('id').where('permissions', 'is', null).orderBy('id').execute();

export type AdminRow = { id: string; permissions: Permission[] | null };

/** Locks the active admins until the transaction ends, so that two admins cannot demote each other at the same time. */
export const lockActiveAdmins = (db: Database): Promise<AdminRow[]> =>
  activeAdmins(db).select(['id', 'permissions']).orderBy('id').forUpdate().execute();

export const lockOpenUser = (db: Database, id: string): Promise<UserRow | undefined> =>
  openUsers(db).where('id', '=', id).forUpdate().executeTakeFirst();
