import type { ReactNode } from 'react';

type PanelProps = { title: string; emptyText: string; isEmpty: boolean; action?: ReactNode; children: ReactNode };

/** A dashboard list, or a sentence if it is empty. */
export const Panel = ({ title, emptyText, isEmpty, action, children }: PanelProps) => (
  <section className="rounded-card border border-line bg-surface p-4">
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-17 font-semibold">{title}</h2>
      {action}
    </div>
    {isEmpty ? <p className="text-muted">{emptyText}</p> : children}
  </section>
);
