import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';

export const periods = ['7', '30', '90'] as const;

export const PeriodSwitch = ({ days }: { days: string }) => (
  <nav aria-label="Period" className="inline-flex rounded-control border border-line bg-surface p-0.5">
    {periods.map((period) => (
      <Link
        key={period}
        to={`?days=${period}`}
        preventScrollReset
        aria-current={period === days ? 'true' : undefined}
        className={classNames(
          'inline-flex min-h-9 items-center rounded-badge px-3 font-medium',
          period === days ? 'bg-brand-soft text-brand' : 'text-muted hover:text-ink',
        )}
      >
        {period} days
      </Link>
    ))}
  </nav>
);
