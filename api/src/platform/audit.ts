import type { Database } from '../tables.ts';
import { originOfAct } from './http/request-origin.ts';
import { newId } from './ids.ts';

/** Who did what to which thing. `details` is shown in the back office: nothing secret belongs in it. */
export type AuditRecord = {
  at: Date;
  /** Null when the shop itself acted. */
  actorId: string | null;
  /** A verb in the domain's words, such as `order.refunded`. */
  action: string;
  subjectType: 'order' | 'product' | 'batch' | 'user' | 'contact';
  subjectId: string;
  details?: Record<string, unknown>;
};

/** Writes inside the caller's transaction, so that what is recorded is what happened. */
export async function recordAudit(db: Database, record: AuditRecord): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: record.at,
      actor_id: record.actorId,
      action: record.action,
      subject_type: record.subjectType,
      subject_id: record.subjectId,
      details: JSON.stringify(record.details ?? {}),
      ...originOfAct(),
    })
    .execute();
}
