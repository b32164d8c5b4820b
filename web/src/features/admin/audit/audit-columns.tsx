import type { AuditEntry } from '@shop/contract/admin';
import { NamedId } from '../list/id-text.tsx';
import type { Columns } from '../list/list-table.tsx';
import { TimeText } from '../list/time-text.tsx';
import { actionWords, detailsText, nameIn } from './audit-words.ts';
import { OriginText } from './origin-text.tsx';
import { WhoText } from './who-text.tsx';

export const auditColumns: Columns<AuditEntry> = [
  { header: 'When', cell: ({ at }) => <TimeText at={at} /> },
  {
    header: 'Who',
    cell: ({ actor }) => <WhoText person={actor} nobody="The shop" />,
  },
  { header: 'What', cell: ({ action }) => actionWords(action) },
  {
    header: 'Subject',
    cell: ({ subjectType, subjectId, details }) => <NamedId name={nameIn(details) ?? subjectType} id={subjectId} />,
  },
  {
    header: 'Details',
    cell: ({ details }) => (
      <span title={detailsText(details)} className="line-clamp-2 wrap-anywhere text-muted">
        {detailsText(details)}
      </span>
    ),
  },
  { header: 'From', cell: (entry) => <OriginText {...entry} /> },
];
