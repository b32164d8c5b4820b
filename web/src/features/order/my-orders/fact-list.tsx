type Fact = { label: string; value: string };

/** Pairs of label and value, as on a receipt. */
export const FactList = ({ facts }: { facts: Fact[] }) => (
  <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
    {facts.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt className="text-muted">{label}</dt>
        <dd className="amount mb-2 wrap-anywhere sm:mb-0 sm:text-right">{value}</dd>
      </div>
    ))}
  </dl>
);
