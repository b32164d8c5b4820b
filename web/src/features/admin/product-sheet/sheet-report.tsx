import type { SheetReport } from '@shop/contract/products/product-sheet';
import { countText } from '../../../lib/format/count-text.ts';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { SheetMistakes } from './sheet-mistakes.tsx';

/** The number of refused lines. One line may have several mistakes. */
export const countRefusedLines = ({ refused }: SheetReport): number => new Set(refused.map(({ line }) => line)).size;

const outcomeText = ({ created, updated }: SheetReport) =>
  `${countText(created, 'new product', 'new products')} and ${countText(updated, 'changed one', 'changed ones')}`;

/** The effect of a file on the products, and its refused lines. */
export function SheetReportView({ report, isDone }: { report: SheetReport; isDone: boolean }) {
  const { lines, unchanged, ignored, refused } = report;
  const refusedCount = countRefusedLines(report);
  return (
    <div ref={takeFocus} tabIndex={-1} className="grid gap-4">
      <Banner tone={isDone ? 'success' : refusedCount > 0 ? 'warning' : 'info'} title={outcomeText(report)}>
        <p>
          Of {countText(lines, 'line', 'lines')}, {countText(unchanged, 'changes', 'change')} nothing
          {refusedCount > 0 && ` and ${countText(refusedCount, 'is', 'are')} refused`}.
          {!isDone && ' Nothing has been stored yet.'}
        </p>
        {ignored.length > 0 && (
          <p>
            Columns that were not read:{' '}
            {ignored.map((name) => (
              <code key={name} className="mr-2">
                {name}
              </code>
            ))}
          </p>
        )}
      </Banner>
      <SheetMistakes refused={refused} />
    </div>
  );
}
