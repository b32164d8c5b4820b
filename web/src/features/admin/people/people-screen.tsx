import type { User } from '@shop/contract/accounts';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PeopleQuery } from '../admin.requests.ts';
import { type AdminState, adminSlice, type ListState } from '../admin.slice.ts';
import { choosableHeaders, hiddenIn, withoutHidden } from '../list/hidden-columns.ts';
import { ListTable } from '../list/list-table.tsx';
import { ListTools } from '../list/list-tools.tsx';
import { ResultsFooter } from '../list/results-footer.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useExistingPage } from '../list/use-existing-page.ts';
import { useListAddress } from '../list/use-list-address.ts';
import { type Load, useLoad } from '../list/use-load.ts';
import { peopleColumns, type ViewLink } from './people-columns.tsx';
import { readPeopleQuery } from './people-query.ts';

type PeopleScreenProps = {
  title: 'Customers' | 'Users';
  load: Load<PeopleQuery>;
  listOf: (state: AdminState) => ListState<User>;
  linkOf: (user: User, search: URLSearchParams) => ViewLink;
};

/** The same screen for customers and for users (spec §2): who is listed and where View leads differs. */
export function PeopleScreen({ title, load, listOf, linkOf }: PeopleScreenProps) {
  const list = listOf(useSelector(adminSlice.selectSlice));
  const { search, change, hrefFor } = useListAddress();
  const query = useMemo(() => readPeopleQuery(search), [search]);
  const reload = useLoad(load, query);
  useExistingPage(list.reply?.pagination, hrefFor);
  const people = title.toLowerCase();
  const columns = peopleColumns((user) => linkOf(user, search));
  return (
    <>
      <ScreenHeader title={title} />
      <SearchBox
        placeholder={`Search ${people}...`}
        text={query.search ?? ''}
        onSearch={(text) => change({ search: text })}
        className="mb-2 max-w-md"
      />
      <ListTools list={title === 'Users' ? 'users' : 'customers'} headers={choosableHeaders(columns)} />
      <ListTable
        label={title}
        list={list}
        query={query}
        columns={withoutHidden(columns, hiddenIn(search))}
        onRetry={reload}
        empty={<EmptyState title={`No ${people} found`} hint="Try adjusting your search query" />}
      />
      <ResultsFooter pagination={list.reply?.pagination} hrefFor={hrefFor} />
    </>
  );
}
