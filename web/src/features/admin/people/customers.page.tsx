import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { urls } from '../../../lib/urls.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { loadCustomers } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ListTable } from '../list/list-table.tsx';
import { ResultsFooter } from '../list/results-footer.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { useLoad } from '../list/use-load.ts';
import { peopleColumns } from './people-columns.tsx';
import { readPeopleQuery } from './people-query.ts';

const columns = peopleColumns(({ _id }) => ({ to: urls.adminCustomer(_id) }));

export function Component() {
  const { customers } = useSelector(adminSlice.selectSlice);
  const { search, change, hrefFor } = useListAddress();
  const query = useMemo(() => readPeopleQuery(search), [search]);
  const reload = useLoad(loadCustomers, query);
  return (
    <>
      <ScreenHeader title="Customers" />
      <SearchBox
        placeholder="Search customers..."
        text={query.search ?? ''}
        onSearch={(text) => change({ search: text })}
        className="mb-4 max-w-md"
      />
      <ListTable
        label="Customers"
        list={customers}
        columns={columns}
        onRetry={reload}
        empty={<EmptyState title="No customers found" hint="Try adjusting your search query" />}
      />
      <ResultsFooter pagination={customers.pagination} hrefFor={hrefFor} />
    </>
  );
}
