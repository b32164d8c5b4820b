import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { pageOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { loadSignIns } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ListPages } from '../list/list-pages.tsx';
import { ListTable } from '../list/list-table.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { useLoad } from '../list/use-load.ts';
import { useRedirectToLastPage } from '../list/use-redirect-to-last-page.ts';
import { signInsColumns } from './sign-ins-columns.tsx';

export function Component() {
  const { signIns } = useSelector(adminSlice.selectSlice);
  const { search, hrefFor } = useListUrl();
  const query = useMemo(() => ({ page: pageOf(search.get('page')) }), [search]);
  const reload = useLoad(loadSignIns, query);
  useRedirectToLastPage(signIns.reply?.pagination, hrefFor);
  return (
    <>
      <ScreenHeader title="Sign-ins" hint="Successful and refused sign-ins of the last 90 days">
        <LinkButton to={urls.adminAudit} variant="secondary">
          Audit log
        </LinkButton>
      </ScreenHeader>
      <ListTable
        label="Sign-ins"
        list={signIns}
        query={query}
        columns={signInsColumns}
        onRetry={reload}
        empty={<EmptyState title="No sign-ins found" hint="Successful and refused sign-ins are recorded here." />}
      />
      <ListPages pagination={signIns.reply?.pagination} hrefFor={hrefFor} />
    </>
  );
}
