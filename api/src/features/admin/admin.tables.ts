import type { GeneratedAlways } from 'kysely';
import type { Json, WithDefault } from '../../platform/database/column-types.ts';

/** `platform/audit.ts` writes it. */
type AuditLogTable = {
  id: string;
  at: Date;
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  details: Json<Record<string, unknown>>;
  address: WithDefault<string | null>;
  device: WithDefault<string | null>;
  searched: GeneratedAlways<string>;
};

export type AdminTables = {
  audit_log: AuditLogTable;
};
