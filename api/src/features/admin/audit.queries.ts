import { sql } from 'kysely';
import { listDayCounts } from '../../platform/lists/list-counts.queries.ts';
import { type Extent, extentOfDays, type Slice } from '../../platform/lists/list-page.ts';
import { listIds, measureRows } from '../../platform/lists/list-rows.queries.ts';
import { containing, hasText, type SearchedText } from '../../platform/lists/list-search.queries.ts';
import type { Database } from '../../tables.ts';

/** Entries that contain the text or whose actor is in `actorIds`. Without `match`, all entries. */
type AuditSelection = { match?: { searched: SearchedText; actorIds: readonly string[] } };

export type AuditRow = {
  id: string;
  at: Date;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_name: string | null;
  details: Record<string, unknown>;
  address: string | null;
  device: string | null;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
};

/** The screen shows 'Product updated' for product.updated, so a space in the search text matches any character. */
function containsText({ text, rareWord }: SearchedText) {
  const words = sql`lower(${containing(text).replaceAll(' ', '_')})`;
  if (rareWord === null) return sql<boolean>`searched like ${words}`;
  // `searched || ''` keeps this condition off the index, which would also look up common words and be slow.
  return sql<boolean>`(${hasText({ text: rareWord, rareWord: null })} and searched || '' like ${words})`;
}

function selectEntries(db: Database, { match }: AuditSelection) {
  const query = db.selectFrom('audit_log');
  if (!match) return query;
  return query.where(sql<boolean>`(${containsText(match.searched)} or actor_id = any(${match.actorIds}::uuid[]))`);
}

export const measureAuditEntries = async (db: Database, selection: AuditSelection): Promise<Extent> =>
  selection.match
    ? measureRows(db, selectEntries(db, selection))
    : extentOfDays(await listDayCounts(db, { list: 'audit_log' }), 'newest');

/** Finds people by name or email who appear as actor in the log. Users without log entries are left out, because they could use up the limit. */
export async function listActorIdsByText(db: Database, searched: SearchedText, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(hasText(searched))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('audit_log').select('audit_log.id').whereRef('actor_id', '=', 'users.id')),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Newest first. */
export const listAuditIds = (db: Database, selection: AuditSelection, slice: Slice): Promise<string[]> =>
  listIds(selectEntries(db, selection), [sql.ref('at'), 'desc'], slice);

/** Returns the rows in the order of the ids. */
export const listAuditEntries = (db: Database, ids: string[]): Promise<AuditRow[]> =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .leftJoin('users as person', (join) =>
      join.on('person.id', '=', sql<string>`case when subject_type = 'user' then subject_id::uuid end`),
    )
    .selectAll('audit_log')
    .select(['users.name as actor_name', 'users.email as actor_email', 'person.name as subject_name'])
    .where(sql<boolean>`audit_log.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], audit_log.id)`)
    .execute();
