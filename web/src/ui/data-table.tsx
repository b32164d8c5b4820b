import type { ReactNode } from 'react';

interface DataTableProps {
  label: string;
  /** The rows of a `list` become cards on small screens. Each of its cells needs the column's name in `data-label`. */
  rows?: 'plain' | 'list';
  /**
   * A `thead` and a `tbody`. Mark numeric cells with `data-numeric` and the first cell of a row with `th scope="row"`.
   */
  children: ReactNode;
}

/** The page scrolls, not the table, so that the header can stay visible. */
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
  /** Allows the actions to wrap where they would make the table too wide. */
  canStack?: boolean;
  children: ReactNode;
}

/** The buttons of a row, in its last cell. */
export function RowActions({ canStack, children }: RowActionsProps) {
  return (
    <div className="row-actions" data-stacks={canStack || undefined}>
      {children}
    </div>
  );
}
