import type { SheetReport } from '@shop/contract/products/product-sheet';
import { countText } from '../../../lib/format/count-text.ts';
import { DataTable } from '../../../ui/data-table.tsx';

/** Limits the rows to keep the screen fast. */
const MAX_ROWS = 500;

/** The refused lines with reasons. */
export function SheetMistakes({ refused }: Pick<SheetReport, 'refused'>) {
  const shown = refused.slice(0, MAX_ROWS);
  return (
    <>
      {shown.length > 0 && (
        <DataTable label="Refused lines">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">Why it is refused</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, column, reason }) => (
              <tr key={`${line} ${column} ${reason}`}>
                <th scope="row">{line}</th>
                <td>{column ?? '-'}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      {shown.length < refused.length && (
        <p className="text-muted">
          The first {shown.length} of {countText(refused.length, 'mistake', 'mistakes')} are listed.
        </p>
      )}
    </>
  );
}
