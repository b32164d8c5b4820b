import type { ImportReport } from '@shop/contract/stock';
import { useState } from 'react';
import { countText } from '../../../lib/format/count-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';

type CheckedFooterProps = { report: ImportReport; onAdd: (skipRefused: boolean) => void; onBack: () => void };

/** Refused lines are skipped only on request: the supplier may have sent the wrong file. */
export function CheckedFooter({ report, onAdd, onBack }: CheckedFooterProps) {
  const [skipsRefused, setSkipsRefused] = useState(false);
  const { accepted, refused } = report;
  return (
    <>
      {refused.length > 0 && accepted > 0 && (
        <CheckboxField
          label={`Leave out ${countText(refused.length, 'refused line', 'refused lines')}`}
          checked={skipsRefused}
          onChange={(event) => setSkipsRefused(event.target.checked)}
          className="mr-auto"
        />
      )}
      <Button variant="secondary" onClick={onBack}>
        Back
      </Button>
      <Button disabled={accepted === 0 || (refused.length > 0 && !skipsRefused)} onClick={() => onAdd(skipsRefused)}>
        Add {countText(accepted, 'code', 'codes')}
      </Button>
    </>
  );
}
