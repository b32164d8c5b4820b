import { sql } from 'kysely';
import { listDayCounts } from '../../../platform/lists/list-counts.queries.ts';
import { type Extent, extentOfDays, type Slice } from '../../../platform/lists/list-page.ts';
import { listIds, measureRows } from '../../../platform/lists/list-rows.queries.ts';
import { containing, hasText, type SearchedText } from '../../../platform/lists/list-search.queries.ts';
import type { SearchedTexts } from '../../../platform/lists/normalize-texts.job.ts';
import type { Database } from '../../../tables.ts';
import { USER_COLUMNS } from '../accounts.queries.ts';
import type { UserRow } from '../accounts.rules.ts';

export const peopleTexts: SearchedTexts = { table: 'users', columns: ['name'] };

/** All open accounts, or only those of customers. */
export type PeopleSelection = { searched?: SearchedText | undefined; onlyCustomers: boolean };

// Only a text of digits can match a mobile number. Other texts skip that condition, which would use a second index.
const personMatches = (searched: SearchedText) =>
  /^\d+$/.test(searched.text)
    ? sql<boolean>`(${hasText(searched)} or mobile like ${containing(searched.text)})`
    : hasText(searched);

function selectPeople(db: Database, { searched, onlyCustomers }: PeopleSelection) {
  let query = db.selectFrom('users').where('closed_at', 'is', null);
  if (onlyCustomers) query = query.where('role', '=', 'customer');
  if (searched) query = query.where(personMatches(searched));
  return query;
}

export const measurePeople = async (db: Database, selection: PeopleSelection): Promise<Extent> =>
  selection.searched
    ? measureRows(db, selectPeople(db, selection))
    : extentOfDays(
        await listDayCounts(db, { list: 'users', parts: selection.onlyCustomers ? ['customer'] : undefined }),
        'newest',
      );

/** Newest first. */
export const listPeopleIds = (db: Database, selection: PeopleSelection, slice: Slice): Promise<string[]> =>
  listIds(selectPeople(db, selection), [sql.ref('created_at'), 'desc'], slice);

/** Returns the rows in the order of the ids. */
export const listPeople = (db: Database, ids: string[]): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();

export const findUserRowIncludingClosed = (
  db: Database,
  id: string,
): Promise<(UserRow & { closed_at: Date | null }) | undefined> =>
  db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Finds people by name or email. Closed accounts are included, because their orders still show the name. */
export async function listPeopleIdsByText(db: Database, searched: SearchedText, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where(hasText(searched)).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Counts the customers of today (`count`) and those at the time `before` (`earlier`). */
export const countCustomers = (db: Database, before: Date): Promise<{ count: number; earlier: number }> =>
  db
    .selectFrom('users')
    .where('closed_at', 'is', null)
    .where('role', '=', 'customer')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('count'),
      sql<number>`${fn.countAll().filterWhere('created_at', '<', before)} + ${selectFrom('users')
        .where('closed_at', '>=', before)
        .where('created_at', '<', before)
        .where('role', '=', 'customer')
        .select(fn.countAll().as('gone'))}`.as('earlier'),
    ])
    .executeTakeFirstOrThrow();
