import type { Dashboard } from '@shop/contract/admin';
import { formatRupees } from '@shop/contract/money';
import { Area, Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDay } from '../../../lib/dates.ts';

type SalesChartProps = { series: Dashboard['series'] };

const compactRupees = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });
/** 15 Nov */
const shortDay = (date: string) => formatDay(date).split(' ').slice(0, 2).join(' ');
const axisText = { fill: 'var(--color-muted)', fontSize: 12 };

/** For the eye only: the table below it says the same in words. */
export const SalesChart = ({ series }: SalesChartProps) => (
  <div aria-hidden="true">
    <ul className="mb-2 flex gap-4 text-13 text-muted">
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-badge bg-brand" />
        Revenue
      </li>
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-badge bg-accent" />
        Orders
      </li>
    </ul>
    <ResponsiveContainer width="100%" height={260} initialDimension={{ width: 320, height: 260 }}>
      <ComposedChart data={series} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis dataKey="date" tickFormatter={shortDay} tick={axisText} stroke="var(--color-line)" minTickGap={24} />
        <YAxis
          yAxisId="revenue"
          tickFormatter={(rupees: number) => `₹${compactRupees.format(rupees)}`}
          tick={axisText}
          stroke="var(--color-line)"
          width={56}
        />
        <YAxis
          yAxisId="orders"
          orientation="right"
          allowDecimals={false}
          tick={axisText}
          stroke="var(--color-line)"
          width={32}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sunken)' }}
          labelFormatter={(date) => formatDay(String(date))}
          formatter={(value, name) => (name === 'Revenue' ? formatRupees(Number(value)) : String(value))}
          contentStyle={{
            background: 'var(--color-surface)',
            border: '1px solid var(--color-line)',
            borderRadius: 'var(--radius-control)',
            color: 'var(--color-ink)',
          }}
          itemStyle={{ color: 'var(--color-ink)' }}
        />
        <Bar
          yAxisId="orders"
          dataKey="orders"
          name="Orders"
          fill="var(--color-accent)"
          maxBarSize={14}
          isAnimationActive={false}
        />
        <Area
          yAxisId="revenue"
          dataKey="revenue"
          name="Revenue"
          type="monotone"
          stroke="var(--color-brand)"
          strokeWidth={2}
          fill="var(--color-brand)"
          fillOpacity={0.12}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  </div>
);
