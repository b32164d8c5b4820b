import { sql } from 'kysely';
import { containing, countRows, type Slice } from '../../platform/list-page.ts';
import type { Database } from '../../tables.ts';
import { USER_COLUMNS } from './accounts.queries.ts';
import type { UserRow } from './accounts.rules.ts';

/** Everybody with an account, or only the customers among them. */
export type PeopleSelection = { search?: string | undefined; onlyCustomers: boolean };

const nameOrEmailHolds = (text: string) => sql<boolean>`searched like lower(${containing(text)})`;

// Digits alone may be a mobile number; anything else cannot, and asking would cost a second index.
const personHolds = (text: string) =>
  /^\d+$/.test(text)
    ? sql<boolean>`(${nameOrEmailHolds(text)} or mobile like ${containing(text)})`
    : nameOrEmailHolds(text);

function selectPeople(db: Database, { search, onlyCustomers }: PeopleSelection) {
  let query = db.selectFrom('users').where('closed_at', 'is', null);
  if (onlyCustomers) query = query.where('role', '=', 'customer');
  if (search) query = query.where(personHolds(search));
  return query;
}

export const countPeople = (db: Database, selection: PeopleSelection): Promise<number> =>
  countRows(db, selectPeople(db, selection));

/** Newest first. */
export async function listPeopleIds(
  db: Database,
  selection: PeopleSelection,
  { limit, offset, isFromEnd }: Slice,
): Promise<string[]> {
  const direction = isFromEnd ? 'asc' : 'desc';
  const rows = await selectPeople(db, selection)
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** In the order of the ids. */
export const listPeople = (db: Database, ids: string[]): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();

/** Ids of people whose name or email holds the text, closed accounts included: their orders still bear the name. */
export async function listIdsNamed(db: Database, text: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where(nameOrEmailHolds(text)).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Customers there are now, and those of them who were there at `before`. */
export const countCustomers = (db: Database, before: Date): Promise<{ count: number; earlier: number }> =>
  db
    .selectFrom('users')
    .where('closed_at', 'is', null)
    .where('role', '=', 'customer')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('created_at', '<', before).as('earlier'),
    ])
    .executeTakeFirstOrThrow();
