import type { ContactQuery, ContactStats } from '@shop/contract/contact';
import { type Insertable, sql } from 'kysely';
import type { Database, Row, Tables } from '../../tables.ts';

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

const asPattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

export async function listContacts(
  db: Database,
  { q, status, page, limit }: ContactQuery,
): Promise<{ rows: ContactRow[]; total: number }> {
  let found = db.selectFrom('contacts');
  if (status !== 'all') found = found.where('is_resolved', '=', status === 'resolved');
  if (q) found = found.where('searched', 'like', asPattern(q));
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total };
}

/** The shop's day, wherever the server stands. */
const startOfDay = (now: Date) => sql<Date>`date_trunc('day', ${now}::timestamptz, 'Asia/Kolkata')`;

export const countContacts = (db: Database, now: Date): Promise<ContactStats> =>
  db
    .selectFrom('contacts')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('is_resolved', '=', true).as('resolved'),
      fn.countAll<number>().filterWhere('is_resolved', '=', false).as('pending'),
      fn.countAll<number>().filterWhere('created_at', '>=', startOfDay(now)).as('newToday'),
    ])
    .executeTakeFirstOrThrow();

/** Turns the stored state, whatever the caller believes it to be. */
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

export const removeAllContacts = async (db: Database): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('contacts').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
