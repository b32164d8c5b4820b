import type { ImportReport } from '@shop/contract/stock';
import { Banner } from '../../../ui/banner.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { takeFocus } from '../../../ui/take-focus.ts';
import { countText } from '../list/count-text.ts';
import { refusalWords } from './refusal-words.ts';

/** More rows than anybody reads; the screen stays quick. */
const MOST_ROWS = 500;

/** What the dry run found: how many can be added, and which lines cannot and why. */
export function ImportReportView({ report: { lines, accepted, blank, refused } }: { report: ImportReport }) {
  const shown = refused.slice(0, MOST_ROWS);
  return (
    <div ref={takeFocus} tabIndex={-1} className="grid gap-4">
      <Banner
        tone={refused.length > 0 ? 'warning' : 'info'}
        title={`${countText(accepted, 'code', 'codes')} can be added`}
      >
        Of {countText(lines, 'line', 'lines')},{' '}
        {refused.length === 0 ? 'none is' : `${countText(refused.length, 'is', 'are')}`} refused
        {blank > 0 && ` and ${countText(blank, 'is', 'are')} blank`}. Nothing has been stored yet.
      </Banner>
      {refused.length > 0 && (
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
                  <td className="whitespace-normal">{refusalWords[reason]}</td>
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
      )}
    </div>
  );
}
