import type { Dashboard } from '@shop/contract/dashboard';
import { formatDay } from '../../../lib/format/dates.ts';
import { axisTop, chartColumns, compactRupees, labelIndices } from './chart-scale.ts';

const HEIGHT = 260;
const [TOP, BOTTOM] = [12, HEIGHT - 28];
const MIN_TOP_REVENUE = 100;
const GRID = [0, 0.25, 0.5, 0.75, 1];

/** 15 Nov */
const shortDay = (date: string) => formatDay(date).split(' ').slice(0, 2).join(' ');
const heightAt = (fraction: number) => BOTTOM - fraction * (BOTTOM - TOP);

type SalesPlotProps = Pick<Dashboard, 'series' | 'previous'> & {
  width: number;
  maxLabels: number;
  /** The index of the highlighted day. */
  highlighted: number | null;
};

export function SalesPlot({ series, previous, width, maxLabels, highlighted }: SalesPlotProps) {
  const { left, right, column, middleOf } = chartColumns(width, series.length);
  // A minimum, so that the axis is readable without sales.
  const topRevenue = axisTop(Math.max(MIN_TOP_REVENUE, ...[...series, ...previous].map(({ revenue }) => revenue)));
  // A multiple of four, so that the four grid lines stand at whole numbers of orders.
  const topOrders = Math.ceil(axisTop(Math.max(0, ...series.map(({ orders }) => orders))) / 4) * 4;
  const lineOf = (days: Dashboard['series']) =>
    days.map(({ revenue }, index) => `${middleOf(index)},${heightAt(revenue / topRevenue)}`);
  const line = lineOf(series);
  const barWidth = Math.min(14, column * 0.6);

  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} fontSize={11} className="w-full fill-muted">
      {GRID.map((fraction) => (
        <g key={fraction}>
          <path d={`M${left} ${heightAt(fraction)}H${right}`} className="stroke-line" />
          <text x={left - 8} y={heightAt(fraction) + 4} textAnchor="end">
            {compactRupees(fraction * topRevenue)}
          </text>
          <text x={right + 8} y={heightAt(fraction) + 4}>
            {fraction * topOrders}
          </text>
        </g>
      ))}
      {highlighted !== null && (
        <rect
          x={middleOf(highlighted) - column / 2}
          y={TOP}
          width={column}
          height={BOTTOM - TOP}
          className="fill-ink opacity-10"
        />
      )}
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
      <polyline points={lineOf(previous).join(' ')} strokeDasharray="4 4" className="fill-none stroke-muted" />
      <polyline points={line.join(' ')} className="fill-none stroke-brand stroke-2" />
      {highlighted !== null && (
        <circle
          cx={middleOf(highlighted)}
          cy={heightAt((series[highlighted]?.revenue ?? 0) / topRevenue)}
          r={4}
          className="fill-brand stroke-surface stroke-2"
        />
      )}
      {labelIndices(series.length, maxLabels).map((index) => (
        <text key={index} x={middleOf(index)} y={HEIGHT - 8} textAnchor="middle">
          {shortDay(series[index]?.date ?? '')}
        </text>
      ))}
    </svg>
  );
}
