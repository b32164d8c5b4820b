import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router';
import { overList } from '../../../lib/over-list.ts';
import { urls } from '../../../lib/urls.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { loadUsers } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ListTable } from '../list/list-table.tsx';
import { ResultsFooter } from '../list/results-footer.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { useLoad } from '../list/use-load.ts';
import { peopleColumns } from './people-columns.tsx';
import { readPeopleQuery } from './people-query.ts';
import { UserPanel } from './user-panel.tsx';

/** The list; with a user's id in the address, that user's panel over it (decision 11). */
export function Component() {
  const { users } = useSelector(adminSlice.selectSlice);
  const { id } = useParams();
  const navigate = useNavigate();
  const { search, change, hrefFor } = useListAddress();
  const query = useMemo(() => readPeopleQuery(search), [search]);
  const reload = useLoad(loadUsers, query);
  const columns = peopleColumns(({ _id }) => ({
    to: `${urls.adminUser(_id)}?${search}`,
    state: overList,
    preventScrollReset: true,
  }));
  return (
    <>
      <ScreenHeader title="Users" />
      <SearchBox
        placeholder="Search users..."
        text={query.search ?? ''}
        onSearch={(text) => change({ search: text })}
        className="mb-4 max-w-md"
      />
      <ListTable
        label="Users"
        list={users}
        columns={columns}
        onRetry={reload}
        empty={<EmptyState title="No users found" hint="Try adjusting your search query" />}
      />
      <ResultsFooter pagination={users.pagination} hrefFor={hrefFor} />
      {id && (
        <UserPanel
          key={id}
          id={id}
          onClose={() => navigate(`${urls.adminUsers}?${search}`, { preventScrollReset: true })}
        />
      )}
    </>
  );
}
