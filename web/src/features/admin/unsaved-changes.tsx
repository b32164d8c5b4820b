import { useCallback, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type UnsavedDialogProps = { isOpen: boolean; onDiscard: () => void; onKeep: () => void };

export const UnsavedDialog = ({ isOpen, onDiscard, onKeep }: UnsavedDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="Unsaved changes"
    confirmText="Discard changes"
    onConfirm={onDiscard}
    onCancel={onKeep}
  >
    You have unsaved changes. Close the form and lose them?
  </ConfirmDialog>
);

/** For a form whose closing is a navigation, however it is asked for: one place stops it while there are unsaved changes. */
export function useUnsavedChanges(isSaving: boolean) {
  const hasChanges = useRef(false);
  const blocker = useBlocker(useCallback(() => hasChanges.current, []));
  useBeforeUnload(
    useCallback((event) => {
      if (hasChanges.current) event.preventDefault();
    }, []),
  );
  return {
    noteChanges: useCallback((isDirty: boolean) => {
      hasChanges.current = isDirty;
    }, []),
    question: (
      <UnsavedDialog
        // What is being saved cannot be discarded any more: the question waits for the answer.
        isOpen={blocker.state === 'blocked' && !isSaving}
        onDiscard={() => blocker.proceed?.()}
        onKeep={() => blocker.reset?.()}
      />
    ),
  };
}
