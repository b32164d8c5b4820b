import type { Columns } from './list-table.tsx';

const PARAM = 'hide';

/** The headers of the hidden columns, from the URL. */
export const hiddenIn = (search: URLSearchParams): ReadonlySet<string> =>
  new Set(search.get(PARAM)?.split(',').filter(Boolean));

export const hiddenParam = (hidden: ReadonlySet<string>) => ({ [PARAM]: [...hidden].join(',') || undefined });

/** The first column names the row and the last holds its actions. Both stay visible. */
export function hideableHeaders<Row>(columns: Columns<Row>): string[] {
  const [, ...others] = columns;
  return others.map(({ header }) => header).filter((header) => header !== 'Actions' && header !== 'View');
}

export function withoutHidden<Row>(columns: Columns<Row>, hidden: ReadonlySet<string>): Columns<Row> {
  const [first, ...others] = columns;
  return [first, ...others.filter(({ header }) => !hidden.has(header))];
}
