import type { AuditEntry } from '@shop/contract/admin';
import { SEARCH_MAX } from '@shop/contract/limits';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { formatTime } from '../../../lib/dates.ts';
import { pageOf, textOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { loadAudit } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { IdText } from '../list/id-text.tsx';
import { ListPages } from '../list/list-pages.tsx';
import { type Column, ListTable } from '../list/list-table.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { useLoad } from '../list/use-load.ts';
import { actionWords, detailsText } from './audit-words.ts';
import { OriginText } from './origin-text.tsx';

const columns: [Column<AuditEntry>, ...Column<AuditEntry>[]] = [
  { header: 'When', cell: ({ at }) => formatTime(at) },
  { header: 'Who', cell: ({ actor }) => (actor ? `${actor.name} (${actor.email})` : 'The shop') },
  { header: 'What', cell: ({ action }) => actionWords(action) },
  {
    header: 'Subject',
    cell: ({ subjectType, subjectId }) => (
      <span>
        {subjectType} <IdText id={subjectId} />
      </span>
    ),
  },
  {
    header: 'Details',
    cell: ({ details }) => (
      <span title={detailsText(details)} className="inline-block max-w-[48ch] truncate align-bottom text-muted">
        {detailsText(details)}
      </span>
    ),
  },
  { header: 'From', cell: (entry) => <OriginText {...entry} /> },
];

export function Component() {
  const { audit } = useSelector(adminSlice.selectSlice);
  const { search, change, hrefFor } = useListAddress();
  const query = useMemo(() => ({ q: textOf(search.get('q'), SEARCH_MAX), page: pageOf(search.get('page')) }), [search]);
  const reload = useLoad(loadAudit, query);
  return (
    <>
      <ScreenHeader title="Audit log" hint="Who did what in the back office">
        <LinkButton to={urls.adminSignIns} variant="secondary">
          Sign-ins
        </LinkButton>
      </ScreenHeader>
      <SearchBox
        placeholder="Search audit log..."
        text={query.q ?? ''}
        onSearch={(q) => change({ q })}
        className="mb-4 max-w-md"
      />
      <ListTable
        label="Audit log"
        list={audit}
        columns={columns}
        onRetry={reload}
        empty={<EmptyState title="No entries found" hint="Actions in the back office are recorded here." />}
      />
      <ListPages pagination={audit.reply?.pagination} hrefFor={hrefFor} />
    </>
  );
}
