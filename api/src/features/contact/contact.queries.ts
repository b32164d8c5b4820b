import type { ContactQuery, ContactStats } from '@shop/contract/contact';
import { type Insertable, sql } from 'kysely';
import { indianDay, startOfIndianDay } from '../../platform/indian-day.ts';
import { listDayCounts } from '../../platform/lists/list-counts.queries.ts';
import { type Extent, extentOfDays, type Slice } from '../../platform/lists/list-page.ts';
import { listIds, measureRows } from '../../platform/lists/list-rows.queries.ts';
import { hasText, type SearchedText } from '../../platform/lists/list-search.queries.ts';
import type { SearchedTexts } from '../../platform/lists/normalize-texts.job.ts';
import type { Database, Row, Tables } from '../../tables.ts';

export const contactTexts: SearchedTexts = { table: 'contacts', columns: ['name'] };

export type ContactRow = Omit<Row<'contacts'>, 'searched'>;

const columns = [
  'id',
  'source',
  'name',
  'email',
  'contact_type',
  'subject',
  'message',
  'is_resolved',
  'resolved_at',
  'created_at',
] as const;

export async function insertContact(db: Database, contact: Insertable<Tables['contacts']>): Promise<void> {
  await db.insertInto('contacts').values(contact).execute();
}

export const findContact = (db: Database, id: string): Promise<ContactRow | undefined> =>
  db.selectFrom('contacts').select(columns).where('id', '=', id).executeTakeFirst();

type ContactSelection = { status: ContactQuery['status']; searched?: SearchedText | undefined };

function selectContacts(db: Database, { status, searched }: ContactSelection) {
  let query = db.selectFrom('contacts');
  if (status !== 'all') query = query.where('is_resolved', '=', status === 'resolved');
  if (searched) query = query.where(hasText(searched));
  return query;
}

const countedDays = (db: Database, status: ContactQuery['status']) =>
  listDayCounts(db, { list: 'contacts', parts: status === 'all' ? undefined : [status] });

export const measureContacts = async (db: Database, selection: ContactSelection): Promise<Extent> =>
  selection.searched
    ? measureRows(db, selectContacts(db, selection))
    : extentOfDays(await countedDays(db, selection.status), 'newest');

/** Newest first. */
export const listContactIds = (db: Database, selection: ContactSelection, slice: Slice): Promise<string[]> =>
  listIds(selectContacts(db, selection), [sql.ref('created_at'), 'desc'], slice);

/** Returns the rows in the order of the ids. */
export const listContacts = (db: Database, ids: string[]): Promise<ContactRow[]> =>
  db
    .selectFrom('contacts')
    .select(columns)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();

export async function countContacts(db: Database, now: Date): Promise<ContactStats> {
  const { total: resolved } = extentOfDays(await countedDays(db, 'resolved'), 'newest');
  const { total: pending } = extentOfDays(await countedDays(db, 'pending'), 'newest');
  const { newToday } = await db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('newToday'))
    .where('created_at', '>=', startOfIndianDay(indianDay(now)))
    .executeTakeFirstOrThrow();
  return { total: resolved + pending, resolved, pending, newToday };
}

/** Toggles the stored state; the caller does not pass the new one. */
export const toggleContact = (db: Database, id: string, now: Date): Promise<ContactRow | undefined> =>
  db
    .updateTable('contacts')
    .set((eb) => ({
      is_resolved: eb.not('is_resolved'),
      resolved_at: sql<Date | null>`case when is_resolved then null else ${now}::timestamptz end`,
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

export const removeContact = (db: Database, id: string): Promise<{ name: string } | undefined> =>
  db.deleteFrom('contacts').where('id', '=', id).returning('name').executeTakeFirst();

export type ContactTotals = { count: number; newest: Date | null };

/** Returns the number of contacts and the time of the newest one. */
export const findContactTotals = (db: Database): Promise<ContactTotals> =>
  db
    .selectFrom('contacts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('newest')])
    .executeTakeFirstOrThrow();

/**
 * Removes at most `batch` contacts up to the time `newest`, oldest first, and returns their number. Deleting by ctid saves a
 * second index lookup for each row. A row that changes at the same moment gets a new ctid and stays for the next batch.
 */
export async function removeContactsUpTo(db: Database, newest: Date, batch: number): Promise<number> {
  // PostgreSQL stores microseconds, but a Date has only milliseconds.
  const after = new Date(newest.getTime() + 1);
  const { numAffectedRows = 0n } = await sql`
    delete from contacts where ctid = any(array(
      select ctid from contacts where created_at < ${after} order by created_at, id limit ${batch}
    ))`.execute(db);
  return Number(numAffectedRows);
}
