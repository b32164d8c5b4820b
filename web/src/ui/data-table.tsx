import type { ReactNode } from 'react';

interface DataTableProps {
  label: string;
  /** A `thead` and a `tbody`; mark numeric cells with `data-numeric`, the first cell of a row with `th scope="row"`. */
  children: ReactNode;
}

/** Sticky header and first column; the scrolling region can be focused, so that the keyboard can scroll it. */
export function DataTable({ label, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="data-table-scroll">
      <table className="data-table">{children}</table>
    </section>
  );
}

/** What can be done to a row; the last cell of it. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-actions">{children}</div>;
}
