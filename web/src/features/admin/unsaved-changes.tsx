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
type OpenForms = { forms: Set<HasChanges>; noteSaving: (isSaving: boolean) => void };

const OpenFormsContext = createContext<OpenForms>({ forms: new Set(), noteSaving: () => undefined });

/** The router allows only one blocker, but several forms can be open. This one asks for all of them. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [isSaving, noteSaving] = useState(false);
  const open = useMemo(() => ({ forms: new Set<HasChanges>(), noteSaving }), []);
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
  const isStopped = blocker.state === 'blocked' && !isSaving;
  const isAsked = isStopped && hasChanges();
  useEffect(() => {
    if (isStopped && !isAsked) blocker.reset();
  });
  return (
    <OpenFormsContext value={open}>
      {children}
      <UnsavedDialog isOpen={isAsked} onDiscard={() => blocker.proceed?.()} onKeep={() => blocker.reset?.()} />
    </OpenFormsContext>
  );
}

/** Asks before any navigation that would close a form with unsaved changes. */
export function useUnsavedChanges(hasChanges: HasChanges, isSaving: boolean): void {
  const { forms, noteSaving } = useContext(OpenFormsContext);
  // After every render, because `hasChanges` is a new function each time.
  useEffect(() => {
    forms.add(hasChanges);
    return () => void forms.delete(hasChanges);
  });
  useEffect(() => {
    noteSaving(isSaving);
    return () => noteSaving(false);
  }, [noteSaving, isSaving]);
}
