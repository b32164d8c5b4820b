import { sql } from 'kysely';
import { containing, countRows, type Slice } from '../../platform/list-page.ts';
import type { Database } from '../../tables.ts';

/** Entries that hold the text, or whose actor is one of the people it may mean. */
export type AuditSelection = { q?: string | undefined; actorIds: readonly string[] };

export type AuditRow = {
  id: string;
  at: Date;
  action: string;
  subject_type: string;
  subject_id: string;
  details: Record<string, unknown>;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
};

function selectEntries(db: Database, { q, actorIds }: AuditSelection) {
  const query = db.selectFrom('audit_log');
  if (!q) return query;
  return query.where(sql<boolean>`(searched like lower(${containing(q)}) or actor_id = any(${actorIds}::uuid[]))`);
}

export const countAuditEntries = (db: Database, selection: AuditSelection): Promise<number> =>
  countRows(db, selectEntries(db, selection));

/** Newest first. */
export async function listAuditIds(
  db: Database,
  selection: AuditSelection,
  { limit, offset, isFromEnd }: Slice,
): Promise<string[]> {
  const direction = isFromEnd ? 'asc' : 'desc';
  const rows = await selectEntries(db, selection)
    .select('id')
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** In the order of the ids. */
export const listAuditEntries = (db: Database, ids: string[]): Promise<AuditRow[]> =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .selectAll('audit_log')
    .select(['users.name as actor_name', 'users.email as actor_email'])
    .where(sql<boolean>`audit_log.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], audit_log.id)`)
    .execute();
