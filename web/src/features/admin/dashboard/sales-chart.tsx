import type { Dashboard } from '@shop/contract/admin';
import { SalesPlot } from './sales-plot.tsx';

/** Revenue as an area, orders as bars, each on its own axis. For the eye only: the table below says the same in words. */
export const SalesChart = ({ series }: Pick<Dashboard, 'series'>) => (
  <div aria-hidden="true">
    <ul className="mb-2 flex gap-4 text-13 text-muted">
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-badge bg-brand" />
        Revenue (₹)
      </li>
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-badge bg-accent" />
        Orders
      </li>
    </ul>
    {/* Drawn twice, because a drawing that is made smaller makes its letters smaller too. */}
    <SalesPlot series={series} width={330} mostLabels={4} className="sm:hidden" />
    <SalesPlot series={series} width={720} mostLabels={7} className="max-sm:hidden" />
  </div>
);
