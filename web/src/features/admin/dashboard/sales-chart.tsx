import type { Dashboard } from '@shop/contract/dashboard';
import { formatRupees } from '@shop/contract/money';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { countText } from '../../../lib/format/count-text.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { classNames } from '../../../ui/class-names.ts';
import { chartColumns } from './chart-scale.ts';
import { SalesPlot } from './sales-plot.tsx';

type SalesChartProps = Pick<Dashboard, 'series' | 'previous'>;

/**
 * Revenue as an area, orders as bars on an axis of their own, and the revenue of the period before as a dashed line.
 */
export const SalesChart = (sales: SalesChartProps) => (
  <>
    <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 text-13 text-muted">
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-badge forced-color-adjust-none bg-brand" />
        Revenue (₹)
      </li>
      <li className="flex items-center gap-2">
        <span className="w-4 border-t-2 border-dashed border-muted" />
        Revenue, period before
      </li>
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-badge forced-color-adjust-none bg-accent" />
        Orders
      </li>
    </ul>
    {/* Rendered in two sizes, because scaling one down would also shrink its text. */}
    <InteractiveChart {...sales} width={330} maxLabels={4} className="sm:hidden" />
    <InteractiveChart {...sales} width={720} maxLabels={7} className="max-sm:hidden" />
  </>
);

type InteractiveChartProps = SalesChartProps & { width: number; maxLabels: number; className: string };

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** The chart with the values of one day, chosen with the pointer or the arrow keys. */
function InteractiveChart({ width, className, ...sales }: InteractiveChartProps) {
  const { series, previous } = sales;
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const { indexAt, middleOf } = chartColumns(width, series.length);
  const last = series.length - 1;
  const index = highlighted === null ? last : Math.min(highlighted, last);
  const day = series[index];
  const before = previous[index];

  function follow({ clientX, currentTarget }: PointerEvent) {
    const { left, width: shownWidth } = currentTarget.getBoundingClientRect();
    setHighlighted(indexAt(((clientX - left) / shownWidth) * width));
  }
  function step(event: KeyboardEvent) {
    const next = steps[event.key]?.(index, last);
    if (next === undefined) return;
    event.preventDefault();
    setHighlighted(Math.min(last, Math.max(0, next)));
  }

  if (!day) return null;
  const isRight = index > last / 2;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Sales by day"
      aria-valuemin={1}
      aria-valuemax={series.length}
      aria-valuenow={index + 1}
      aria-valuetext={[...valuesOf(day), before && `before: ${valuesOf(before).join(', ')}`].join(', ')}
      onKeyDown={step}
      onFocus={() => setHighlighted(index)}
      onBlur={() => setHighlighted(null)}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setHighlighted(null)}
      className={classNames('relative touch-pan-y', className)}
    >
      <SalesPlot {...sales} width={width} highlighted={highlighted === null ? null : index} />
      {highlighted !== null && (
        <div
          aria-hidden="true"
          style={{ left: `${(middleOf(index) / width) * 100}%` }}
          className={classNames(
            'amount pointer-events-none absolute top-0 rounded-control border border-line bg-surface px-3 py-2 text-13 whitespace-nowrap shadow-overlay',
            isRight ? '-translate-x-[calc(100%+0.75rem)]' : 'translate-x-3',
          )}
        >
          <p className="font-semibold">{formatDay(day.date)}</p>
          <p>
            {formatRupees(day.revenue)}, {countText(day.orders, 'order', 'orders')}
          </p>
          {before && (
            <p className="text-muted">
              {formatDay(before.date)}: {formatRupees(before.revenue)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const valuesOf = ({ date, revenue, orders }: Dashboard['series'][number]) => [
  formatDay(date),
  formatRupees(revenue),
  countText(orders, 'order', 'orders'),
];
