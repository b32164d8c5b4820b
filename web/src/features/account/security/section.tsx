import type { ReactNode } from 'react';

type SectionProps = {
  /** The id of the heading, which gets the focus when a focused control disappears. */
  id: string;
  title: string;
  children: ReactNode;
};

/** One section of the security tab. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="grid gap-4 border-b border-line pb-6 last:border-0">
    <h2 id={id} className="text-21 font-semibold">
      {title}
    </h2>
    {children}
  </section>
);
