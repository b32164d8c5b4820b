import type { AuditEntry } from '@shop/contract/admin';
import type { Page } from '@shop/contract/common';
import { readPage } from '../../platform/lists/list-page.ts';
import { searchedText } from '../../platform/lists/list-search.queries.ts';
import type { PageRange } from '../../platform/lists/page.ts';
import type { Database } from '../../tables.ts';
import {
  type AuditRow,
  listActorIdsByText,
  listAuditEntries,
  listAuditIds,
  measureAuditEntries,
} from './audit.queries.ts';

const ACTORS_MAX = 100;

const entryOnWire = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_id === null ? null : { _id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email ?? '' },
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  subjectName: row.subject_name,
  details: row.details,
  address: row.address,
  device: row.device,
});

type AuditQuery = PageRange & { q?: string | undefined };

export async function listAudit({ db }: { db: Database }, { q, ...range }: AuditQuery): Promise<Page<AuditEntry>> {
  const selection = q
    ? {
        match: {
          searched: await searchedText(db, 'audit_log', q),
          actorIds: await listActorIdsByText(db, await searchedText(db, 'users', q), ACTORS_MAX),
        },
      }
    : {};
  const extent = await measureAuditEntries(db, selection);
  return readPage(range, { extent, listIds: (slice) => listAuditIds(db, selection, slice) }, async (ids) =>
    (await listAuditEntries(db, ids)).map(entryOnWire),
  );
}
