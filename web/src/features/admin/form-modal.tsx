import { type ReactNode, Suspense, useCallback, useId, useRef, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { Modal, type ModalSize } from '../../ui/overlays/modal.tsx';
import { useUnsavedChanges } from './unsaved-changes.tsx';

export type FormWiring<Saved> = {
  id: string;
  onDirtyChange: (isDirty: boolean) => void;
  onSaving: (isSaving: boolean) => void;
  onSaved: (saved: Saved) => void;
};

type FormModalProps<Saved> = {
  title: string;
  size?: ModalSize;
  saveText: string;
  /** Whether there is a form to save. */
  isReady: boolean;
  onClose: () => void;
  onSaved: (saved: Saved) => void;
  children: (form: FormWiring<Saved>) => ReactNode;
};

/** A form over a list: what was changed is not lost without a question, nor while it is being saved. */
export function FormModal<Saved>(props: FormModalProps<Saved>) {
  const { title, size, saveText, isReady, onClose, onSaved, children } = props;
  const id = useId();
  const [isSaving, setIsSaving] = useState(false);
  const isDirty = useRef(false);
  // Known at once: when it is saved, the form closes before it is drawn again.
  const isUnanswered = useRef(false);
  const noteChanges = useCallback((isChanged: boolean) => {
    isDirty.current = isChanged;
  }, []);
  const noteSaving = useCallback((isBusy: boolean) => {
    isUnanswered.current = isBusy;
    setIsSaving(isBusy);
  }, []);
  // Also what was saved without a change: its answer would call back whoever has left.
  useUnsavedChanges(() => isDirty.current || isUnanswered.current, isSaving);
  return (
    <Modal
      isOpen
      size={size}
      title={title}
      onClose={onClose}
      onBeforeClose={() => !isSaving}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!isReady} isBusy={isSaving} busyText="Processing...">
            {saveText}
          </Button>
        </>
      }
    >
      <Suspense fallback={<LoadingScreen />}>
        {children({
          id,
          onDirtyChange: noteChanges,
          onSaving: noteSaving,
          onSaved: (saved) => {
            noteChanges(false);
            onSaved(saved);
          },
        })}
      </Suspense>
    </Modal>
  );
}
