import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { useContactChanges } from './use-contact-changes.ts';

type ContactDeletionDialogProps = { changes: ReturnType<typeof useContactChanges>; total: number };

export function ContactDeletionDialog({ changes, total }: ContactDeletionDialogProps) {
  const { toDelete, confirmDeletion, cancelDeletion } = changes;
  if (!toDelete) return null;
  const isAll = toDelete === 'all';
  return (
    <ConfirmDialog
      isOpen
      title={isAll ? 'Delete All Contacts' : 'Delete Contact'}
      confirmText={isAll ? 'Delete All' : 'Delete'}
      onConfirm={confirmDeletion}
      onCancel={cancelDeletion}
    >
      {isAll ? (
        <>
          <p>Are you sure you want to delete all {total} contacts?</p>
          <p className="mt-2 text-muted">This action cannot be undone and will permanently remove all contact data.</p>
        </>
      ) : (
        <p>Are you sure you want to delete the contact from {toDelete.name}?</p>
      )}
    </ConfirmDialog>
  );
}
