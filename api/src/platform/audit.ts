import type { Database } from '../tables.ts';
import { currentOrigin } from './http/requests/request-origin.ts';
import { newId } from './ids.ts';

/** One entry of the audit log. `details` is shown to admins, so it must not contain secrets. */
type AuditRecord = {
  at: Date;
  /** Null if the shop itself acted, for example in a job. */
  actorId: string | null;
  /** Such as `order.refunded`. */
  action: string;
  subjectType: 'order' | 'product' | 'batch' | 'user' | 'contact';
  subjectId: string;
  details?: Record<string, unknown>;
};

const rowOf = (record: AuditRecord) => ({
  id: newId(),
  at: record.at,
  actor_id: record.actorId,
  action: record.action,
  subject_type: record.subjectType,
  subject_id: record.subjectId,
  details: JSON.stringify(record.details ?? {}),
  ...currentOrigin(),
});

/** Writes in the caller's transaction, so that the log and the change are committed together. */
export const recordAudit = (db: Database, record: AuditRecord): Promise<void> => recordAudits(db, [record]);

// PostgreSQL allows 65,535 parameters in a statement.
const ROWS_PER_STATEMENT = 1_000;

/** Writes one entry per subject of an action on many. */
export async function recordAudits(db: Database, records: readonly AuditRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += ROWS_PER_STATEMENT)
    await db
      .insertInto('audit_log')
      .values(records.slice(from, from + ROWS_PER_STATEMENT).map(rowOf))
      .execute();
}
