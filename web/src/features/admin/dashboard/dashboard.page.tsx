import { useDeferredValue } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import { oneOf } from '../../../lib/search-params.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { loadDashboard } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ScreenHeader } from '../list/screen-header.tsx';
import { useLoad } from '../list/use-load.ts';
import { ExpiringBatches, ExpiringSoon, LowStock, TopProducts, WaitingEnquiries } from './attention-lists.tsx';
import { PeriodSwitch, periods } from './period-switch.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { SalesChart } from './sales-chart.tsx';
import { SeriesTable } from './series-table.tsx';
import { StatCards, statGrid } from './stat-cards.tsx';

export function Component() {
  const { reply, error } = useSelector(adminSlice.selectSlice).dashboard;
  // A deferred value lets React interrupt the render. Without it, the render would freeze the page on a phone.
  const dashboard = useDeferredValue(reply?.data);
  const [search] = useSearchParams();
  const days = oneOf(periods, search.get('days')) ?? '30';
  const reload = useLoad(loadDashboard, days);
  return (
    <>
      <ScreenHeader title="Dashboard">
        <PeriodSwitch days={days} />
      </ScreenHeader>
      {error && (
        <Banner
          tone="error"
          className="mb-4"
          action={
            <Button variant="secondary" size="sm" onClick={reload}>
              Try again
            </Button>
          }
        >
          {error}
        </Banner>
      )}
      {dashboard ? (
        <div className="grid gap-6 *:min-w-0">
          <StatCards dashboard={dashboard} />
          <section aria-labelledby="sales-heading" className="rounded-card border border-line bg-surface p-4">
            <h2 id="sales-heading" className="mb-3 text-17 font-semibold">
              Revenue and orders, last {dashboard.days} days
            </h2>
            <SalesChart series={dashboard.series} previous={dashboard.previous} />
            <SeriesTable series={dashboard.series} previous={dashboard.previous} />
          </section>
          <RecentOrders orders={dashboard.recentOrders} />
          <div className="grid gap-6 *:min-w-0 xl:grid-cols-2">
            <TopProducts products={dashboard.topProducts} />
            <LowStock products={dashboard.lowStock} />
            <ExpiringSoon products={dashboard.expiringSoon} />
            <ExpiringBatches batches={dashboard.expiringBatches} />
            <WaitingEnquiries count={dashboard.waitingEnquiries} />
          </div>
        </div>
      ) : (
        !error && <DashboardSkeleton />
      )}
    </>
  );
}

const DashboardSkeleton = () => (
  <div role="status" aria-label="Loading..." className="grid gap-6">
    <div className={statGrid}>
      <Skeleton className="h-29" />
      <Skeleton className="h-29" />
      <Skeleton className="h-29" />
      <Skeleton className="h-29" />
    </div>
    <Skeleton className="h-130" />
    <Skeleton className="h-75" />
  </div>
);
