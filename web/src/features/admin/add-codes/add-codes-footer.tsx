import { Button } from '../../../ui/buttons/button.tsx';
import { CheckedFooter } from './checked-footer.tsx';
import type { Stage } from './use-code-import.ts';

type AddCodesFooterProps = {
  formId: string;
  stage: Stage;
  onAdd: (skipRefused: boolean) => void;
  onBack: () => void;
  onClose: () => void;
};

/** The buttons for each stage of the import. */
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
      return <CheckedFooter key={stage.report.accepted} report={stage.report} onAdd={onAdd} onBack={onBack} />;
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
