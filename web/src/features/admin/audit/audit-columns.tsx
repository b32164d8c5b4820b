import type { AuditEntry } from '@shop/contract/admin';
import { NamedId } from '../list/id-text.tsx';
import { labelFromName } from '../list/label-from-name.ts';
import type { Columns } from '../list/list-table.tsx';
import { TimeText } from '../list/time-text.tsx';
import { detailsText, subjectNameIn } from './audit-texts.ts';
import { OriginText } from './origin-text.tsx';
import { PersonText } from './person-text.tsx';

export const auditColumns: Columns<AuditEntry> = [
  { header: 'When', cell: ({ at }) => <TimeText at={at} /> },
  {
    header: 'Who',
    cell: ({ actor }) => <PersonText person={actor} fallback="The shop" />,
  },
  { header: 'What', cell: ({ action }) => labelFromName(action) },
  {
    header: 'Subject',
    cell: ({ subjectType, subjectName, subjectId, details }) => (
      <NamedId name={subjectName ?? subjectNameIn(details) ?? labelFromName(subjectType)} id={subjectId} />
    ),
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
