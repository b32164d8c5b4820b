import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

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

type HasChanges = () => boolean;
type OpenForms = { forms: Set<HasChanges>; setIsSaving: (isSaving: boolean) => void };

const OpenFormsContext = createContext<OpenForms>({ forms: new Set(), setIsSaving: () => undefined });

/** The router allows only one blocker, but several forms can be open. This one asks for all of them. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [isSaving, setIsSaving] = useState(false);
  const open = useMemo(() => ({ forms: new Set<HasChanges>(), setIsSaving }), []);
  const hasChanges = useCallback(() => [...open.forms].some((isChanged) => isChanged()), [open]);
  const blocker = useBlocker(hasChanges);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasChanges()) event.preventDefault();
      },
      [hasChanges],
    ),
  );
  // While a form is saving, the question waits for the reply. After a successful save it is not asked.
  const isBlocked = blocker.state === 'blocked' && !isSaving;
  const isDialogOpen = isBlocked && hasChanges();
  useEffect(() => {
    if (isBlocked && !isDialogOpen) blocker.reset();
  });
  return (
    <OpenFormsContext value={open}>
      {children}
      <UnsavedDialog isOpen={isDialogOpen} onDiscard={() => blocker.proceed?.()} onKeep={() => blocker.reset?.()} />
    </OpenFormsContext>
  );
}

/** Asks before any navigation that would close a form with unsaved changes. */
export function useUnsavedChanges(hasChanges: HasChanges, isSaving: boolean): void {
  const { forms, setIsSaving } = useContext(OpenFormsContext);
  // After every render, because `hasChanges` is a new function each time.
  useEffect(() => {
    forms.add(hasChanges);
    return () => void forms.delete(hasChanges);
  });
  useEffect(() => {
    setIsSaving(isSaving);
    return () => setIsSaving(false);
  }, [setIsSaving, isSaving]);
}
