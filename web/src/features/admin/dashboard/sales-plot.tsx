import type { Dashboard } from '@shop/contract/admin';
import { formatRupees } from '@shop/contract/money';
import { formatDay } from '../../../lib/dates.ts';
import { classNames } from '../../../ui/class-names.ts';
import { axisTop, labelIndices } from './chart-scale.ts';

const HEIGHT = 260;
const [TOP, BOTTOM] = [12, HEIGHT - 28];
const GRID = [0, 0.25, 0.5, 0.75, 1];
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** 15 Nov */
const shortDay = (date: string) => formatDay(date).split(' ').slice(0, 2).join(' ');
const heightAt = (fraction: number) => BOTTOM - fraction * (BOTTOM - TOP);

type SalesPlotProps = Pick<Dashboard, 'series'> & { width: number; mostLabels: number; className: string };

export function SalesPlot({ series, width, mostLabels, className }: SalesPlotProps) {
  const [left, right] = [44, width - 28];
  const topRevenue = axisTop(Math.max(0, ...series.map(({ revenue }) => revenue)));
  // Orders are whole: four lines between nothing and the top need a multiple of four.
  const topOrders = Math.ceil(axisTop(Math.max(0, ...series.map(({ orders }) => orders))) / 4) * 4;
  const column = (right - left) / Math.max(1, series.length);
  const middleOf = (index: number) => left + (index + 0.5) * column;
  const line = series.map(({ revenue }, index) => `${middleOf(index)},${heightAt(revenue / topRevenue)}`);
  const barWidth = Math.min(14, column * 0.6);

  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} fontSize={11} className={classNames('w-full fill-muted', className)}>
      {GRID.map((fraction) => (
        <g key={fraction}>
          <path d={`M${left} ${heightAt(fraction)}H${right}`} className="stroke-line" />
          <text x={left - 8} y={heightAt(fraction) + 4} textAnchor="end">
            {compact.format(fraction * topRevenue)}
          </text>
          <text x={right + 8} y={heightAt(fraction) + 4}>
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
          height={BOTTOM - heightAt(orders / topOrders)}
          className="fill-accent"
        />
      ))}
      <polygon
        points={[`${middleOf(0)},${BOTTOM}`, ...line, `${middleOf(series.length - 1)},${BOTTOM}`].join(' ')}
        className="fill-brand opacity-15"
      />
      <polyline points={line.join(' ')} className="fill-none stroke-brand stroke-2" />
      {labelIndices(series.length, mostLabels).map((index) => (
        <text key={index} x={middleOf(index)} y={HEIGHT - 8} textAnchor="middle">
          {shortDay(series[index]?.date ?? '')}
        </text>
      ))}
      {series.map(({ date, revenue, orders }, index) => (
        <rect
          key={date}
          x={middleOf(index) - column / 2}
          y={TOP}
          width={column}
          height={BOTTOM - TOP}
          className="fill-transparent hover:fill-ink/5"
        >
          <title>{`${formatDay(date)}: ${formatRupees(revenue)}, ${orders} orders`}</title>
        </rect>
      ))}
    </svg>
  );
}
