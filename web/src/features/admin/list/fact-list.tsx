import type { ReactNode } from 'react';

export type Fact = { label: string; value: ReactNode };

/** Labels and values, in two columns on larger screens. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    {facts.map(({ label, value }) => (
      <div key={label} className="min-w-0">
        <dt className="text-13 text-muted">{label}</dt>
        <dd className="font-medium whitespace-pre-line wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
