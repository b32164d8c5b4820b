import { SHOP_NAME } from '@shop/contract/limits/limits';
import { useEffect, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { ensurePaymentDocument } from '../../../lib/payment-document.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { Pagination } from '../../../ui/navigation/pagination.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { loadMyOrders, orderSlice } from '../order.slice.ts';
import { OrderPaymentOutcome } from '../purchase/order-payment-outcome.tsx';
import { useOrderPayment } from '../purchase/use-order-payment.ts';
import { MyOrdersFilter } from './my-orders-filter.tsx';
import { type MyOrdersView, myOrdersUrl, readMyOrdersView } from './my-orders-query.ts';
import { OrderCard } from './order-card.tsx';
import { usePollOpenOrders } from './use-poll-open-orders.ts';

export const loader = ({ request }: LoaderFunctionArgs) => ensurePaymentDocument(request);

/** The pressed control disappears when the new list arrives, so the focus moves to the heading. */
const toHeading = () => focusHeading();

/** All orders of the user, each with its code, redeem steps and receipt. */
export function Component() {
  const dispatch = useAppDispatch();
  const { orders, pagination, loading, error } = useSelector(orderSlice.selectSlice);
  const [search] = useSearchParams();
  const view = useMemo(() => readMyOrdersView(search), [search]);
  const [openId, setOpenId] = useState<string | null>(view.order ?? null);
  const [ended, setEnded] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads after a payment attempt
  useEffect(() => {
    const loading = dispatch(loadMyOrders(view));
    return () => loading.abort();
  }, [dispatch, view, ended]);
  usePollOpenOrders(orders);
  const payment = useOrderPayment(() => setEnded((count) => count + 1));

  const isNarrowed = Boolean(view.q || (view.show && view.show !== 'all'));
  // Once shown, the filter stays, even if the list becomes empty.
  const [hasFilter, setHasFilter] = useState(false);
  if (!hasFilter && (isNarrowed || orders.length > 0)) setHasFilter(true);
  function tryAgain() {
    toHeading();
    void dispatch(loadMyOrders(view));
  }
  const isEmpty = pagination && !error && !loading && orders.length === 0;
  return (
    <div className="grid gap-6">
      <title>{`My Orders – ${SHOP_NAME}`}</title>
      <h1 className="text-27 font-bold" data-print="never">
        My Orders
      </h1>
      {hasFilter && <MyOrdersFilter view={view} />}
      {error && (
        <Banner tone="error" title="Your orders could not be loaded">
          <p>{error}</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={tryAgain}>
            Try again
          </Button>
        </Banner>
      )}
      {loading && orders.length === 0 && <OrdersSkeleton />}
      {isEmpty && <NoOrders view={view} isNarrowed={isNarrowed} />}
      <ul className="grid gap-4" aria-busy={loading}>
        {orders.map((order) => (
          <li key={order._id}>
            <OrderCard
              order={order}
              payment={payment}
              isOpen={openId === order._id}
              onToggle={() => setOpenId(openId === order._id ? null : order._id)}
            />
          </li>
        ))}
      </ul>
      {pagination && (
        <Pagination
          page={view.order ? pagination.page : (view.page ?? 1)}
          pages={pagination.pages}
          hrefFor={(page) => myOrdersUrl({ ...view, page })}
          onChoose={toHeading}
        />
      )}
      <OrderPaymentOutcome payment={payment} />
    </div>
  );
}

function NoOrders({ view, isNarrowed }: { view: MyOrdersView; isNarrowed: boolean }) {
  if (view.page && view.page > 1)
    return (
      <EmptyState
        title="There is nothing on this page"
        hint="Your list has fewer pages now."
        action={
          <LinkButton to={myOrdersUrl({ ...view, page: undefined })} onClick={toHeading}>
            Go to the first page
          </LinkButton>
        }
      />
    );
  return isNarrowed ? (
    <EmptyState
      title="No orders match."
      hint="Try another word, or show all your orders."
      action={
        <LinkButton to={urls.myOrders} onClick={toHeading}>
          Show all orders
        </LinkButton>
      }
    />
  ) : (
    <EmptyState
      title="You haven't placed any orders yet."
      hint="What you buy appears here at once, with its code."
      action={<LinkButton to={urls.home}>Browse Products</LinkButton>}
    />
  );
}

const OrdersSkeleton = () => (
  <div className="grid gap-4" aria-hidden="true">
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
);
