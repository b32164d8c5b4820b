import type { AdminProductRow } from '@shop/contract/product-input';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { ProductChanges } from './use-product-changes.ts';

type ProductDeletionDialogProps = { changes: ProductChanges; products: AdminProductRow[] };

export function ProductDeletionDialog({ changes, products }: ProductDeletionDialogProps) {
  const { doomedIds, isBusy, confirmDeletion, cancelDeletion } = changes;
  const isOne = doomedIds.length === 1;
  const titles = products.filter(({ _id }) => doomedIds.includes(_id)).map(({ title }) => title);
  return (
    <ConfirmDialog
      isOpen={doomedIds.length > 0}
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
          : `Are you sure you want to delete these ${doomedIds.length} products?`}
      </p>
      <p className="mt-2 text-muted">{titles.join(', ')}</p>
    </ConfirmDialog>
  );
}
