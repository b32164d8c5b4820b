import type { AuditEntry } from '@shop/contract/admin';
import { SEARCH_MAX } from '@shop/contract/limits';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { pageOf, textOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { loadAudit } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { choosableHeaders, hiddenIn, withoutHidden } from '../list/hidden-columns.ts';
import { NamedId } from '../list/id-text.tsx';
import { ListPages } from '../list/list-pages.tsx';
import { type Columns, ListTable } from '../list/list-table.tsx';
import { ListTools } from '../list/list-tools.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { TimeText } from '../list/time-text.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { useLoad } from '../list/use-load.ts';
import { actionWords, detailsText, nameIn } from './audit-words.ts';
import { OriginText } from './origin-text.tsx';

const columns: Columns<AuditEntry> = [
  { header: 'When', cell: ({ at }) => <TimeText at={at} /> },
  {
    header: 'Who',
    cell: ({ actor }) => (
      <span className="block leading-tight wrap-anywhere">
        {actor?.name ?? 'The shop'} {actor && <span className="block text-13 text-muted">{actor.email}</span>}
      </span>
    ),
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
        className="mb-2 max-w-md"
      />
      <ListTools list="audit" headers={choosableHeaders(columns)} />
      <ListTable
        label="Audit log"
        list={audit}
        columns={withoutHidden(columns, hiddenIn(search))}
        onRetry={reload}
        empty={<EmptyState title="No entries found" hint="Actions in the back office are recorded here." />}
      />
      <ListPages pagination={audit.reply?.pagination} hrefFor={hrefFor} />
    </>
  );
}
