import type { ReactNode } from 'react';

type SectionProps = {
  /** Of its heading, which takes the focus when the control that had it is gone. */
  id: string;
  title: string;
  children: ReactNode;
};

/** One way of keeping the account safe. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="grid gap-4 border-b border-line pb-6 last:border-0">
    <h2 id={id} className="text-21 font-semibold">
      {title}
    </h2>
    {children}
  </section>
);
