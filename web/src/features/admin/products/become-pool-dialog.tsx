import type { AdminProduct } from '@shop/contract/products/product-input';
import { countText } from '../../../lib/format/count-text.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

type BecomePoolDialogProps = { product: AdminProduct; onConfirm: () => void; onCancel: () => void };

/** Asks before the unsold units of the shared code are withdrawn. */
export const BecomePoolDialog = ({ product: { unitCounts }, onConfirm, onCancel }: BecomePoolDialogProps) => (
  <ConfirmDialog
    isOpen
    title="Make this a pool of codes?"
    confirmText="Withdraw and save"
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <p>
      {unitCounts.available > 0
        ? countText(
            unitCounts.available,
            'unsold use of the shared code leaves',
            'unsold uses of the shared code leave',
          )
        : 'The unsold stock of the shared code leaves'}{' '}
      the shop. The product is sold out until you add codes to it.
    </p>
    <p className="mt-2">
      Sold codes stay with their buyers, and orders that are being paid are still delivered. This cannot be undone.
    </p>
  </ConfirmDialog>
);
