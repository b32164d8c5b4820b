import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { countText } from '../list/count-text.ts';
import type { Stage } from './use-code-import.ts';

type AddCodesFooterProps = {
  formId: string;
  stage: Stage;
  onAdd: (skipRefused: boolean) => void;
  onBack: () => void;
  onClose: () => void;
};

/** The next step of each stage. */
export function AddCodesFooter({ formId, stage, onAdd, onBack, onClose }: AddCodesFooterProps) {
  switch (stage.name) {
    case 'writing':
    case 'checking':
      return (
        <>
          <Button variant="secondary" onClick={onClose} disabled={stage.name === 'checking'}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={stage.name === 'checking'} busyText="Checking…">
            Check codes
          </Button>
        </>
      );
    case 'checked':
      return <CheckedFooter key={stage.report.accepted} stage={stage} onAdd={onAdd} onBack={onBack} />;
    case 'adding':
      return (
        <Button isBusy busyText="Adding…">
          Add codes
        </Button>
      );
    case 'added':
      return <Button onClick={onClose}>Done</Button>;
  }
}

type CheckedFooterProps = Pick<AddCodesFooterProps, 'onAdd' | 'onBack'> & {
  stage: Extract<Stage, { name: 'checked' }>;
};

/** Lines are left out only by choice: a supplier may have sent the wrong file. */
function CheckedFooter({ stage: { report }, onAdd, onBack }: CheckedFooterProps) {
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
