import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The full question. */
  children: ReactNode;
  confirmText: string;
  onConfirm: () => void;
  onCancel: () => void;
  busyText?: string;
  isBusy?: boolean;
  variant?: 'danger' | 'primary';
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmText,
  onConfirm,
  onCancel,
  busyText,
  isBusy = false,
  variant = 'danger',
}: ConfirmDialogProps) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onCancel}
      onBeforeClose={() => !isBusy}
      title={title}
      size="sm"
      role="alertdialog"
      hasCloseButton={false}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel} disabled={isBusy} data-autofocus>
            Cancel
          </Button>
          <Button variant={variant} onClick={onConfirm} isBusy={isBusy} busyText={busyText}>
            {confirmText}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
