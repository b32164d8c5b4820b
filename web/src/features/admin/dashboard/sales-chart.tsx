import type { Dashboard } from '@shop/contract/admin';
import { formatRupees } from '@shop/contract/money';
import { formatDay } from '../../../lib/dates.ts';
import { axisTop, labelIndices } from './chart-scale.ts';

const WIDTH = 720;
const HEIGHT = 260;
const PLOT = { left: 56, right: WIDTH - 32, top: 12, bottom: HEIGHT - 28 };
const GRID = [0, 0.25, 0.5, 0.75, 1];
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** 15 Nov */
const shortDay = (date: string) => formatDay(date).split(' ').slice(0, 2).join(' ');
const heightAt = (fraction: number) => PLOT.bottom - fraction * (PLOT.bottom - PLOT.top);

/** Revenue as an area, orders as bars, each on its own axis. For the eye only: the table below says the same in words. */
export function SalesChart({ series }: Pick<Dashboard, 'series'>) {
  const topRevenue = axisTop(Math.max(0, ...series.map(({ revenue }) => revenue)));
  // Orders are whole: four lines between nothing and the top need a multiple of four.
  const topOrders = Math.ceil(axisTop(Math.max(0, ...series.map(({ orders }) => orders))) / 4) * 4;
  const column = (PLOT.right - PLOT.left) / Math.max(1, series.length);
  const middleOf = (index: number) => PLOT.left + (index + 0.5) * column;
  const line = series.map(({ revenue }, index) => `${middleOf(index)},${heightAt(revenue / topRevenue)}`);
  const barWidth = Math.min(14, column * 0.6);

  return (
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
      <div className="overflow-x-auto">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fontSize={11} className="w-full min-w-[40rem] fill-muted">
          {GRID.map((fraction) => (
            <g key={fraction}>
              <path d={`M${PLOT.left} ${heightAt(fraction)}H${PLOT.right}`} className="stroke-line" />
              <text x={PLOT.left - 8} y={heightAt(fraction) + 4} textAnchor="end">
                {compact.format(fraction * topRevenue)}
              </text>
              <text x={PLOT.right + 8} y={heightAt(fraction) + 4}>
                {fraction * topOrders}
              </text>
            </g>
          ))}
          {series.map(({ date, orders }, index) => (
            <rect
              key={date}
              x={middleOf(index) - barWidth / 2}
              y={heightAt(orders / topOrders)}
              width={barWidth}
              height={PLOT.bottom - heightAt(orders / topOrders)}
              className="fill-accent"
            />
          ))}
          <polygon
            points={[`${middleOf(0)},${PLOT.bottom}`, ...line, `${middleOf(series.length - 1)},${PLOT.bottom}`].join(
              ' ',
            )}
            className="fill-brand opacity-15"
          />
          <polyline points={line.join(' ')} className="fill-none stroke-brand stroke-2" />
          {labelIndices(series.length, 6).map((index) => (
            <text key={index} x={middleOf(index)} y={HEIGHT - 8} textAnchor="middle">
              {shortDay(series[index]?.date ?? '')}
            </text>
          ))}
          {series.map(({ date, revenue, orders }, index) => (
            <rect
              key={date}
              x={middleOf(index) - column / 2}
              y={PLOT.top}
              width={column}
              height={PLOT.bottom - PLOT.top}
              className="fill-transparent hover:fill-ink/5"
            >
              <title>{`${formatDay(date)}: ${formatRupees(revenue)}, ${orders} orders`}</title>
            </rect>
          ))}
        </svg>
      </div>
    </div>
  );
}
