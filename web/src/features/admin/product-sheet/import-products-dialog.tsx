import { SHEET } from '@shop/contract/limits/admin-limits';
import { useState } from 'react';
import { countText } from '../../../lib/format/count-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { FileDrop } from '../../../ui/forms/file-drop.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { countRefusedLines, SheetReportView } from './sheet-report.tsx';
import { useSheetImport } from './use-sheet-import.ts';

type ImportProductsDialogProps = { onImported: () => void; onClose: () => void };

/** Imports products from a CSV file after a dry run. */
export default function ImportProductsDialog({ onImported, onClose }: ImportProductsDialogProps) {
  const { stage, refusal, isBusy, check, importFile, goBack } = useSheetImport(onImported);
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string>();
  const [skipsRefused, setSkipsRefused] = useState(false);

  function choose([chosen]: File[]) {
    if (!chosen) return;
    const isTooLarge = chosen.size > SHEET.maxBytes;
    setFileError(isTooLarge ? 'The file can have up to 10 MB.' : undefined);
    if (isTooLarge) return;
    setFile(chosen);
    setSkipsRefused(false);
    void check(chosen);
  }
  const report = stage.name === 'checked' ? stage.report : null;
  const importCount = report ? report.created + report.updated : 0;
  const refused = report ? countRefusedLines(report) : 0;

  return (
    <Modal
      isOpen
      size="lg"
      title="Import products"
      onClose={onClose}
      onBeforeClose={() => !isBusy}
      footer={
        <>
          {refused > 0 && importCount > 0 && (
            <CheckboxField
              label={`Leave out ${countText(refused, 'refused line', 'refused lines')}`}
              checked={skipsRefused}
              onChange={(event) => setSkipsRefused(event.target.checked)}
              className="mr-auto"
            />
          )}
          {report && (
            <Button variant="secondary" onClick={goBack}>
              Back
            </Button>
          )}
          {report ? (
            <Button
              disabled={importCount === 0 || (refused > 0 && !skipsRefused)}
              onClick={() => file && importFile(file, skipsRefused)}
            >
              Import {countText(importCount, 'product', 'products')}
            </Button>
          ) : (
            <Button variant="secondary" onClick={onClose} disabled={isBusy}>
              {stage.name === 'imported' ? 'Done' : 'Cancel'}
            </Button>
          )}
        </>
      }
    >
      {stage.name === 'choosing' && (
        <div className="grid gap-4">
          <p className="text-muted">
            A line with a Product ID changes that product. A line without one adds a new product. Missing columns stay
            unchanged. Export CSV gives you a file to start with.
          </p>
          <FileDrop
            isSingle
            label="Products"
            hint="CSV, up to 5,000 lines and 10 MB"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            onFiles={choose}
            error={fileError}
          />
          {refusal && <Banner tone="error">{refusal}</Banner>}
        </div>
      )}
      {(stage.name === 'checking' || stage.name === 'importing') && (
        <ProgressBar
          label={stage.name === 'checking' ? 'Checking every line' : 'Storing the products'}
          fraction={stage.fraction}
        />
      )}
      {(stage.name === 'checked' || stage.name === 'imported') && (
        <SheetReportView report={stage.report} isDone={stage.name === 'imported'} />
      )}
    </Modal>
  );
}
