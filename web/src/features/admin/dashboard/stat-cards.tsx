import { formatCount, groupDigits } from '@shop/contract/counts';
import type { Dashboard } from '@shop/contract/dashboard';
import { formatRupees } from '@shop/contract/money';
import Minus from 'lucide-react/icons/minus';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { classNames } from '../../../ui/class-names.ts';

const cards = [
  { key: 'revenue', label: 'Revenue', format: formatRupees },
  { key: 'orders', label: 'Orders', format: formatCount },
  { key: 'customers', label: 'Customers', format: formatCount },
  { key: 'products', label: 'Products', format: formatCount },
] as const;

export const statGrid = 'grid gap-3 sm:grid-cols-2 2xl:grid-cols-4';

/** Each total with its measured change and its target. The target is never shown as a change (spec point 12). */
export const StatCards = ({ dashboard }: { dashboard: Dashboard }) => (
  <ul className={statGrid}>
    {cards.map(({ key, label, format }) => {
      const { change, target } = dashboard.trends[key];
      return (
        <li key={key} className="rounded-card border border-line bg-surface p-4">
          <h2 className="text-13 font-semibold text-muted">{label}</h2>
          <p className="amount text-27 font-bold wrap-anywhere">{format(dashboard.totals[key])}</p>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-13">
            <Change percent={change} days={dashboard.days} />
            <span className="text-muted">Target {target}% a month</span>
          </div>
        </li>
      );
    })}
  </ul>
);

function Change({ percent, days }: { percent: number | null; days: number }) {
  if (percent === null) return <span className="text-muted">Nothing to compare with yet</span>;
  const Icon = percent > 0 ? TrendingUp : percent < 0 ? TrendingDown : Minus;
  const tone = percent > 0 ? 'text-success' : percent < 0 ? 'text-danger' : 'text-muted';
  return (
    <span className={classNames('amount inline-flex items-center gap-1 font-medium', tone)}>
      <Icon aria-hidden="true" size={16} />
      {percent > 0 && '+'}
      {String(percent).replace(/\d+/, groupDigits)}% against the {days} days before
    </span>
  );
}
