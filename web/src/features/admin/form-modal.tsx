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
  /** False while the form is loading. */
  isReady: boolean;
  onClose: () => void;
  onSaved: (saved: Saved) => void;
  children: (form: FormWiring<Saved>) => ReactNode;
};

/** A form in a modal over a list. Closing it with unsaved changes asks first, and not while it saves. */
export function FormModal<Saved>(props: FormModalProps<Saved>) {
  const { title, size, saveText, isReady, onClose, onSaved, children } = props;
  const id = useId();
  const [isSaving, setIsSaving] = useState(false);
  const isDirty = useRef(false);
  // A ref, because after saving the form closes before the next render.
  const isRequestRunning = useRef(false);
  const setIsDirty = useCallback((isChanged: boolean) => {
    isDirty.current = isChanged;
  }, []);
  const reportSaving = useCallback((isBusy: boolean) => {
    isRequestRunning.current = isBusy;
    setIsSaving(isBusy);
  }, []);
  // Also blocks while saving: the late reply would navigate away from wherever the admin went.
  useUnsavedChanges(() => isDirty.current || isRequestRunning.current, isSaving);
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
          onDirtyChange: setIsDirty,
          onSaving: reportSaving,
          onSaved: (saved) => {
            setIsDirty(false);
            onSaved(saved);
          },
        })}
      </Suspense>
    </Modal>
  );
}
