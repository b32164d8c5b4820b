import type { Dashboard } from '@shop/contract/dashboard';
import { formatRupees } from '@shop/contract/money';
import { countText } from '../../../lib/format/count-text.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { DataTable } from '../../../ui/data-table.tsx';

/** The values of the chart as text and as a table. */
export function SeriesTable({ series, previous }: Pick<Dashboard, 'series' | 'previous'>) {
  const best = series.reduce<Dashboard['series'][number] | undefined>(
    (top, day) => (day.revenue > (top?.revenue ?? 0) ? day : top),
    undefined,
  );
  return (
    <>
      <p className="mt-3 text-muted">
        {best
          ? `Best day: ${formatDay(best.date)} with ${formatRupees(best.revenue)}; ${countText(best.orders, 'order was', 'orders were')} placed.`
          : 'No sales in this period.'}
      </p>
      <details className="mt-2">
        <summary className="inline-flex min-h-8 items-center font-medium text-brand">Show as table</summary>
        <div className="mt-2 max-w-md">
          <DataTable label="Revenue and orders by day">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col" data-numeric>
                  Revenue
                </th>
                <th scope="col" data-numeric>
                  Orders
                </th>
                <th scope="col" data-numeric>
                  Revenue before
                </th>
              </tr>
            </thead>
            <tbody>
              {series.map(({ date, revenue, orders }, index) => (
                <tr key={date}>
                  <th scope="row">{formatDay(date)}</th>
                  <td data-numeric>{formatRupees(revenue)}</td>
                  <td data-numeric>{orders}</td>
                  <td data-numeric>{formatRupees(previous[index]?.revenue ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </div>
      </details>
    </>
  );
}
