import type { AdminProductRow } from '@shop/contract/product-input';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { ProductChanges } from './use-product-changes.ts';

type ProductDeletionDialogProps = { changes: ProductChanges; products: AdminProductRow[] };

export function ProductDeletionDialog({ changes, products }: ProductDeletionDialogProps) {
  const { idsToDelete, isBusy, confirmDeletion, cancelDeletion } = changes;
  const isOne = idsToDelete.length === 1;
  const titles = products.filter(({ _id }) => idsToDelete.includes(_id)).map(({ title }) => title);
  return (
    <ConfirmDialog
      isOpen={idsToDelete.length > 0}
      title={isOne ? 'Delete product' : 'Delete products'}
      confirmText="Delete"
      busyText="Processing..."
      isBusy={isBusy}
      onConfirm={confirmDeletion}
      onCancel={cancelDeletion}
    >
      <p>
        {isOne
          ? 'Are you sure you want to delete this product?'
          : `Are you sure you want to delete these ${idsToDelete.length} products?`}
      </p>
      <p className="mt-2 text-muted">{titles.join(', ')}</p>
    </ConfirmDialog>
  );
}
