import type { AdminOrder } from '@shop/contract/orders';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { callPath } from '../../../lib/api.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { loadOrders } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { DayField } from '../list/day-field.tsx';
import { ExportLink } from '../list/export-link.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { FilterSelect } from '../list/filter-select.tsx';
import { ListView } from '../list/list-view.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { useLoad } from '../list/use-load.ts';
import { OrderModal } from './order-modal.tsx';
import { orderColumns } from './orders-columns.tsx';
import { readOrdersQuery, sortOptions, statusOptions } from './orders-query.ts';
import { StatusChangeDialog } from './status-change-dialog.tsx';
import { useStatusChange } from './use-status-change.ts';

export function OrdersScreen({ openId }: { openId: string | undefined }) {
  const { orders } = useSelector(adminSlice.selectSlice);
  const navigate = useNavigate();
  const { search, change } = useListUrl();
  const query = useMemo(() => readOrdersQuery(search), [search]);
  const reload = useLoad(loadOrders, query);
  const statusChange = useStatusChange(reload);
  const isFiltered = Boolean(query.q || query.status || query.from || query.to);
  const columns = orderColumns({
    urlOf: (order: AdminOrder) => ({ pathname: urls.adminOrder(order._id), search: search.toString() }),
    onStatus: statusChange.choose,
    busyId: statusChange.busyId,
  });

  return (
    <>
      <ScreenHeader title="Orders Management">
        <ExportLink
          href={callPath('adminExportOrders', {
            query: { q: query.q, status: query.status, from: query.from, to: query.to },
          })}
        >
          Export CSV
        </ExportLink>
      </ScreenHeader>
      <FilterBar>
        <SearchBox placeholder="Search orders..." text={query.q ?? ''} onSearch={(q) => change({ q })} />
        <FilterSelect
          label="Filter by status"
          value={query.status}
          options={statusOptions}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label="Sort orders"
          value={query.sort === 'newest' ? '' : query.sort}
          options={sortOptions}
          onChange={(sort) => change({ sort })}
        />
        <DayField label="From" name="Placed from" day={query.from} onDay={(from) => change({ from })} />
        <DayField label="To" name="Placed to" day={query.to} onDay={(to) => change({ to })} />
      </FilterBar>
      <ListView
        name="orders"
        label="Orders"
        list={orders}
        query={query}
        columns={columns}
        onRetry={reload}
        empty={
          isFiltered ? (
            <EmptyState
              title="No orders found"
              hint="No order matches this search or filter."
              action={<LinkButton to={urls.adminOrders}>Show all orders</LinkButton>}
            />
          ) : (
            <EmptyState
              title="You haven't placed any orders yet."
              hint="Orders appear here as soon as somebody buys."
              action={<LinkButton to={urls.home}>Browse Products</LinkButton>}
            />
          )
        }
      />
      {openId && (
        <OrderModal
          id={openId}
          onClose={() =>
            navigate({ pathname: urls.adminOrders, search: search.toString() }, { preventScrollReset: true })
          }
        />
      )}
      <StatusChangeDialog change={statusChange} />
    </>
  );
}
