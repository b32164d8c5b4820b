import type { Columns } from './list-table.tsx';

const PARAM = 'hide';

/** The columns that the address leaves out, by their headers. */
export const hiddenIn = (search: URLSearchParams): ReadonlySet<string> =>
  new Set(search.get(PARAM)?.split(',').filter(Boolean));

export const hidingChange = (hidden: ReadonlySet<string>) => ({ [PARAM]: [...hidden].join(',') || undefined });

/** The first names the row, and the actions are no value: both stay. */
export function choosableHeaders<Row>(columns: Columns<Row>): string[] {
  const [, ...others] = columns;
  return others.map(({ header }) => header).filter((header) => header !== 'Actions' && header !== 'View');
}

export function withoutHidden<Row>(columns: Columns<Row>, hidden: ReadonlySet<string>): Columns<Row> {
  const [first, ...others] = columns;
  return [first, ...others.filter(({ header }) => !hidden.has(header))];
}
