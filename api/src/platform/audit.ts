import type { Database } from '../tables.ts';
import { currentOrigin } from './http/requests/request-origin.ts';
import { newId } from './ids.ts';

/** Who did what to which thing. `details` is shown in the back office: nothing secret belongs in it. */
type AuditRecord = {
  at: Date;
  /** Null when the shop itself acted. */
  actorId: string | null;
  /** A verb in the domain's words, such as `order.refunded`. */
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

/** Writes inside the caller's transaction, so that what is recorded is what happened. */
export const recordAudit = (db: Database, record: AuditRecord): Promise<void> => recordAudits(db, [record]);

// A statement has room for 65,535 values.
const AT_ONCE = 1_000;

/** The same for an act that concerned many. */
export async function recordAudits(db: Database, records: readonly AuditRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += AT_ONCE)
    await db
      .insertInto('audit_log')
      .values(records.slice(from, from + AT_ONCE).map(rowOf))
      .execute();
}
