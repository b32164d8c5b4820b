import type { User } from '@shop/contract/accounts/accounts';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PeopleQuery } from '../admin.requests.ts';
import { type AdminState, adminSlice, type ListState } from '../admin.slice.ts';
import { ListView } from '../list/list-view.tsx';
import { ResultsFooter } from '../list/results-footer.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { type Load, useLoad } from '../list/use-load.ts';
import { peopleColumns, type ViewLink } from './people-columns.tsx';
import { readPeopleQuery } from './people-query.ts';

type PeopleScreenProps = {
  title: 'Customers' | 'Users';
  load: Load<PeopleQuery>;
  listOf: (state: AdminState) => ListState<User>;
  linkOf: (user: User, search: URLSearchParams) => ViewLink;
};

/** The screen of both customers and users (spec §2). They differ in the list and in the target of View. */
export function PeopleScreen({ title, load, listOf, linkOf }: PeopleScreenProps) {
  const list = listOf(useSelector(adminSlice.selectSlice));
  const { search, change } = useListUrl();
  const query = useMemo(() => readPeopleQuery(search), [search]);
  const reload = useLoad(load, query);
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
      <ListView
        name={title === 'Users' ? 'users' : 'customers'}
        label={title}
        list={list}
        query={query}
        columns={columns}
        onRetry={reload}
        pages={ResultsFooter}
        empty={<EmptyState title={`No ${people} found`} hint="Try adjusting your search query" />}
      />
    </>
  );
}
