import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { pageOf, textOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { loadAudit } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ListView } from '../list/list-view.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { useLoad } from '../list/use-load.ts';
import { auditColumns } from './audit-columns.tsx';

export function Component() {
  const { audit } = useSelector(adminSlice.selectSlice);
  const { search, change } = useListUrl();
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
      <ListView
        name="audit"
        label="Audit log"
        list={audit}
        query={query}
        columns={auditColumns}
        onRetry={reload}
        empty={<EmptyState title="No entries found" hint="Actions in the back office are recorded here." />}
      />
    </>
  );
}
