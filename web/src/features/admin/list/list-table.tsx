import type { ReactNode } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ListState } from '../admin.slice.ts';

export type Column<Row> = { header: ReactNode; cell: (row: Row) => ReactNode; isNumeric?: boolean };

type ListTableProps<Row> = {
  label: string;
  list: ListState<Row>;
  /** The first one names the row and stays in sight while the others scroll. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  empty: ReactNode;
  onRetry: () => void;
  loadingText?: string;
};

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A list in each of its states: loading, failed, empty, filled. */
export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { label, list, columns, empty, onRetry, loadingText = 'Loading...' } = props;
  if (list.error)
    return (
      <Banner tone="error">
        <span className="flex flex-wrap items-center justify-between gap-3">
          {list.error}
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </span>
      </Banner>
    );
  if (!list.pagination)
    return (
      <div role="status" className="grid gap-2 rounded-card border border-line bg-surface p-3">
        <VisuallyHidden>{loadingText}</VisuallyHidden>
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  if (list.data.length === 0) return <div className="rounded-card border border-line bg-surface">{empty}</div>;
  const [first, ...others] = columns;
  return (
    <DataTable label={label}>
      <thead>
        <tr>
          {columns.map(({ header, isNumeric }, index) => (
            <th key={columnKey(index)} scope="col" data-numeric={isNumeric || undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.data.map((row) => (
          <tr key={row._id}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ cell, isNumeric }, index) => (
              <td key={columnKey(index)} data-numeric={isNumeric || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Columns never change their order. */
const columnKey = (index: number) => `column-${index}`;
