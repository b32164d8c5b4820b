import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
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

export type SortDirection = 'ascending' | 'descending';

interface SortableHeaderProps {
  children: ReactNode;
  /** null while the table is sorted by another column. */
  direction: SortDirection | null;
  onSort: () => void;
  isNumeric?: boolean;
}

export function SortableHeader({ children, direction, onSort, isNumeric = false }: SortableHeaderProps) {
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} data-numeric={isNumeric || undefined}>
      <button type="button" onClick={onSort} className="inline-flex min-h-9 items-center gap-1 font-semibold">
        {children}
        <Icon aria-hidden="true" size={14} />
      </button>
    </th>
  );
}

/** Quiet until the row is hovered or focused; always there on a touch screen. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-actions">{children}</div>;
}
