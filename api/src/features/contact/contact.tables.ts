import type { Generated } from 'kysely';
import type { WithDefault } from '../../platform/database/column-types.ts';

type ContactsTable = {
  id: string;
  source: 'contact' | 'bug-report';
  name: string;
  email: string;
  contact_type: string;
  subject: string;
  message: string;
  is_resolved: WithDefault<boolean>;
  resolved_at: Date | null;
  created_at: Date;
  searched: Generated<string>;
};

export type ContactTables = {
  contacts: ContactsTable;
};
