import type { ImportReport } from '@shop/contract/stock';
import { countText } from '../../../lib/format/count-text.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { refusalTexts } from './refusal-texts.ts';

/** Limits the rows to keep the screen fast. */
const MAX_ROWS = 500;

export function RefusedLines({ refused }: Pick<ImportReport, 'refused'>) {
  const shown = refused.slice(0, MAX_ROWS);
  return (
    <>
      <DataTable label="Refused lines">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Why it is refused</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, reason }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              <td className="whitespace-normal">{refusalTexts[reason]}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {shown.length < refused.length && (
        <p className="text-muted">
          The first {shown.length} of {countText(refused.length, 'refused line', 'refused lines')} are listed.
        </p>
      )}
    </>
  );
}
