import type { AdminProductRow } from '@shop/contract/products/product-input';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { ProductChanges } from './use-product-changes.ts';

type ProductDeletionDialogProps = { changes: ProductChanges; products: readonly AdminProductRow[] };

export function ProductDeletionDialog({ changes, products }: ProductDeletionDialogProps) {
  const { idToDelete, isBusy, confirmDeletion, cancelDeletion } = changes;
  return (
    <ConfirmDialog
      isOpen={idToDelete !== null}
      title="Delete product"
      confirmText="Delete"
      busyText="Processing..."
      isBusy={isBusy}
      onConfirm={confirmDeletion}
      onCancel={cancelDeletion}
    >
      <p>Are you sure you want to delete this product?</p>
      <p className="mt-2 wrap-anywhere text-muted">{products.find(({ _id }) => _id === idToDelete)?.title}</p>
    </ConfirmDialog>
  );
}
