import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ListState } from '../admin.slice.ts';
import { ListStatus } from './list-status.tsx';

export type Column<Row> = {
  header: string;
  /** Rendered before the header, for example a checkbox that selects all rows. */
  control?: ReactNode;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
};
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

export type ListTableProps<Row> = {
  label: string;
  list: Pick<ListState<Row>, 'error' | 'reply' | 'query'>;
  /** The current query. Rows of another query stay visible but inert. */
  query: unknown;
  /** The first column names the row. */
  columns: Columns<Row>;
  empty: ReactNode;
  onRetry: () => void;
  loadingText?: string;
};

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  function retry() {
    // The pressed button disappears with the message, so the frame takes the focus.
    frame.current?.focus({ preventScroll: true });
    props.onRetry();
  }
  const { reply, query: loadedQuery, error } = props.list;
  const isOutdated = JSON.stringify(loadedQuery) !== JSON.stringify(props.query);
  return (
    <div ref={frame} tabIndex={-1}>
      <ListStatus pagination={isOutdated || error ? null : reply?.pagination} />
      <ListContent {...props} isOutdated={isOutdated} onRetry={retry} />
    </div>
  );
}

/** A list while loading, after a failure, empty or filled. */
function ListContent<Row extends { _id: string }>(props: ListTableProps<Row> & { isOutdated: boolean }) {
  const { list, isOutdated, empty, onRetry, loadingText = 'Loading...' } = props;
  if (list.error)
    return (
      <Banner
        tone="error"
        action={
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {list.error}
      </Banner>
    );
  if (!list.reply)
    return (
      <div role="status" className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        <p className="flex h-11 items-center bg-sunken px-3 text-13 text-muted">{loadingText}</p>
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex h-11 items-center gap-6 px-3">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 flex-1" />
          </div>
        ))}
      </div>
    );
  const rows = list.reply.data;
  return (
    <div
      inert={isOutdated}
      aria-busy={isOutdated}
      className="inert:opacity-60 inert:transition-opacity inert:delay-200"
    >
      {rows.length > 0 ? (
        <FilledTable {...props} rows={rows} />
      ) : (
        <div className="rounded-card border border-line bg-surface">{empty}</div>
      )}
    </div>
  );
}

type FilledTableProps<Row> = Pick<ListTableProps<Row>, 'label' | 'columns'> & { rows: readonly Row[] };

function FilledTable<Row extends { _id: string }>({ label, columns, rows }: FilledTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <DataTable label={label} rows="list">
      <thead>
        <tr>
          {columns.map(({ header, control, isNumeric }) => (
            <th key={header} scope="col" data-numeric={isNumeric || undefined}>
              {control ? (
                <span className="flex items-center gap-3">
                  {control}
                  <span className="@max-[60rem]:sr-only">{header}</span>
                </span>
              ) : (
                header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ header, cell, isNumeric }) => (
              <td key={header} data-label={header} data-numeric={isNumeric || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
