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

/** The router asks one place before it leaves, and one form may lie over another: this one asks for all of them. */
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
  // What is being saved cannot be discarded any more: the question waits for the answer, and for nothing once it is saved.
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

/** For a form that a navigation would close, however it is asked for. */
export function useUnsavedChanges(hasChanges: HasChanges, isSaving: boolean): void {
  const { forms, noteSaving } = useContext(OpenFormsContext);
  // After every render: the next one knows of other changes.
  useEffect(() => {
    forms.add(hasChanges);
    return () => void forms.delete(hasChanges);
  });
  useEffect(() => {
    noteSaving(isSaving);
    return () => noteSaving(false);
  }, [noteSaving, isSaving]);
}
