import { type ReactNode, useId } from 'react';

/** One way of keeping the account safe. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-b border-line pb-6 last:border-0">
      <h2 id={id} className="text-21 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
