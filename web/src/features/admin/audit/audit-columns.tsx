import type { AuditEntry } from '@shop/contract/admin';
import { NamedId } from '../list/id-text.tsx';
import type { Columns } from '../list/list-table.tsx';
import { TimeText } from '../list/time-text.tsx';
import { wordsOf } from '../list/label-from-name.ts';
import { detailsText, nameIn } from './audit-texts.ts';
import { OriginText } from './origin-text.tsx';
import { WhoText } from './person-text.tsx';

export const auditColumns: Columns<AuditEntry> = [
  { header: 'When', cell: ({ at }) => <TimeText at={at} /> },
  {
    header: 'Who',
    cell: ({ actor }) => <WhoText person={actor} nobody="The shop" />,
  },
  { header: 'What', cell: ({ action }) => wordsOf(action) },
  {
    header: 'Subject',
    cell: ({ subjectType, subjectName, subjectId, details }) => (
      <NamedId name={subjectName ?? nameIn(details) ?? wordsOf(subjectType)} id={subjectId} />
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
