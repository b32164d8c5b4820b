import type { ImportReport } from '@shop/contract/stock';
import { countText } from '../../../lib/format/count-text.ts';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { RefusedLines } from './refused-lines.tsx';

/** The result of the dry run: the number of accepted codes, and the refused lines with reasons. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { lines, accepted, blank, refused, ignoredColumns } = report;
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
      {ignoredColumns && (
        <Banner tone="warning" title={ignoredColumnsText(ignoredColumns)}>
          Buyers get the code, its link and its expiry date. All other columns are ignored.
        </Banner>
      )}
      {refused.length > 0 && <RefusedLines refused={refused} />}
    </div>
  );
}

function ignoredColumnsText(columns: readonly string[]): string {
  const names = columns.map((name) => `“${name}”`).join(', ');
  return columns.length === 1 ? `The column ${names} was not read` : `The columns ${names} were not read`;
}
