import type { User } from '@shop/contract/accounts/accounts';
import type { PeopleQuery } from '@shop/contract/admin';
import type { Page } from '@shop/contract/common';
import { fail } from '../../../platform/failure.ts';
import { readPage } from '../../../platform/lists/list-page.ts';
import { searchedText } from '../../../platform/lists/list-search.queries.ts';
import type { Database } from '../../../tables.ts';
import { findOpenUser } from '../accounts.queries.ts';
import { userOnWire } from '../accounts.rules.ts';
import {
  countCustomers,
  findUserRowIncludingClosed,
  listPeople,
  listPeopleIds,
  listPeopleIdsByText,
  measurePeople,
  type PeopleSelection,
} from './people.queries.ts';

type PeopleDeps = { db: Database };

export const listUsers = (deps: PeopleDeps, query: PeopleQuery): Promise<Page<User>> =>
  listPeoplePage(deps, query, false);
export const listCustomers = (deps: PeopleDeps, query: PeopleQuery): Promise<Page<User>> =>
  listPeoplePage(deps, query, true);

async function listPeoplePage({ db }: PeopleDeps, query: PeopleQuery, onlyCustomers: boolean): Promise<Page<User>> {
  const searched = query.search ? await searchedText(db, 'users', query.search) : undefined;
  const selection: PeopleSelection = { searched, onlyCustomers };
  const extent = await measurePeople(db, selection);
  return readPage(query, { extent, listIds: (slice) => listPeopleIds(db, selection, slice) }, async (ids) =>
    (await listPeople(db, ids)).map(userOnWire),
  );
}

export async function findUser({ db }: PeopleDeps, id: string): Promise<User> {
  const user = await findOpenUser(db, id);
  if (!user) throw fail('notFound');
  return userOnWire(user);
}

/** Also finds closed accounts, whose orders still show the buyer. */
export async function findUserIncludingClosed(
  { db }: PeopleDeps,
  id: string,
): Promise<User & { closedAt: string | null }> {
  const user = await findUserRowIncludingClosed(db, id);
  if (!user) throw fail('notFound');
  return { ...userOnWire(user), closedAt: user.closed_at?.toISOString() ?? null };
}

/** Returns the ids of at most `limit` people whose name or email contains the text. */
export const searchPeopleIds = async (db: Database, text: string, limit: number): Promise<string[]> =>
  listPeopleIdsByText(db, await searchedText(db, 'users', text), limit);

export const countCustomersSince = (db: Database, since: Date): Promise<{ count: number; earlier: number }> =>
  countCustomers(db, since);
