import type { ReactNode } from 'react';

interface DataTableProps {
  label: string;
  /** A list's rows become cards where its columns do not fit. Each cell of one has its column's name in `data-label`. */
  rows?: 'plain' | 'list';
  /** A `thead` and a `tbody`; mark numeric cells with `data-numeric`, the first cell of a row with `th scope="row"`. */
  children: ReactNode;
}

/** It is the page that scrolls, never the table in it; the header stays in sight. */
export function DataTable({ label, rows = 'plain', children }: DataTableProps) {
  return (
    <section aria-label={label} className="data-table-container">
      <div className="data-table-frame">
        <table data-rows={rows} className="data-table">
          {children}
        </table>
      </div>
    </section>
  );
}

interface RowActionsProps {
  /** One above the other where they would make the table too wide. */
  canStack?: boolean;
  children: ReactNode;
}

/** What can be done to a row; the last cell of it. */
export function RowActions({ canStack, children }: RowActionsProps) {
  return (
    <div className="row-actions" data-stacks={canStack || undefined}>
      {children}
    </div>
  );
}
