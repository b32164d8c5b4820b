import { formatCount } from '@shop/contract/counts';
import type { Batch } from '@shop/contract/stock';

type Counts = Omit<Batch['counts'], 'total'>;

const states: { name: keyof Counts; label: string }[] = [
  { name: 'available', label: 'Available' },
  { name: 'held', label: 'Held' },
  { name: 'sold', label: 'Sold' },
  { name: 'withdrawn', label: 'Withdrawn' },
  { name: 'expired', label: 'Expired' },
];

/** The number of units in each state: one line each on a phone, side by side on larger screens. */
export const StockCounts = ({ counts }: { counts: Counts }) => (
  <dl className="grid gap-1 rounded-card border border-line bg-sunken p-4 sm:grid-cols-5 sm:gap-x-4">
    {states.map(({ name, label }) => (
      <div key={name} className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
        <dt className="text-13 text-muted">{label}</dt>
        <dd className="amount text-21 font-semibold">{formatCount(counts[name])}</dd>
      </div>
    ))}
  </dl>
);
