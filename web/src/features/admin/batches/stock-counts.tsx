import type { Batch } from '@shop/contract/stock';

type Counts = Omit<Batch['counts'], 'total'>;

const states: { name: keyof Counts; label: string }[] = [
  { name: 'available', label: 'Available' },
  { name: 'held', label: 'Held' },
  { name: 'sold', label: 'Sold' },
  { name: 'withdrawn', label: 'Withdrawn' },
  { name: 'expired', label: 'Expired' },
];

/** How many units are in each state. */
export const StockCounts = ({ counts }: { counts: Counts }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-sunken p-4 sm:grid-cols-5">
    {states.map(({ name, label }) => (
      <div key={name}>
        <dt className="text-13 text-muted">{label}</dt>
        <dd className="amount text-21 font-semibold">{counts[name].toLocaleString('en-IN')}</dd>
      </div>
    ))}
  </dl>
);
