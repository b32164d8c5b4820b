import type { ContactStats } from '@shop/contract/contact';
import { Skeleton } from '../../../ui/skeleton.tsx';

const cards = [
  { key: 'total', label: 'TOTAL CONTACTS' },
  { key: 'resolved', label: 'RESOLVED' },
  { key: 'pending', label: 'PENDING' },
  { key: 'newToday', label: 'NEW TODAY' },
] as const;

export const ContactStatCards = ({ stats }: { stats: ContactStats | null }) => (
  <dl className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
    {cards.map(({ key, label }) => (
      <div key={key} className="rounded-card border border-line bg-surface p-4">
        <dt className="text-13 font-semibold text-muted">{label}</dt>
        <dd className="amount text-27 font-bold">{stats ? stats[key] : <Skeleton className="h-8 w-12" />}</dd>
      </div>
    ))}
  </dl>
);
