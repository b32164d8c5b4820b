import type { AdminProduct } from '@shop/contract/products/product-input';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { StockCounts } from '../batches/stock-counts.tsx';
import { useIsGranted } from '../shell/use-is-granted.ts';

const AddCodesDialog = lazyDialog('The form', () => import('../add-codes/add-codes-dialog.tsx'));

/**
 * The stock counts of a pool and the dialog that adds codes. The dialog is returned separately, because forms cannot be
 * nested.
 */
export function usePoolStock(product: AdminProduct | null) {
  const canAddCodes = useIsGranted('stock');
  const [isAdding, setIsAdding] = useState(false);
  // Counted here, because loading the product again would discard unsaved input.
  const [addedCount, setAddedCount] = useState(0);
  if (product?.stockKind !== 'pool') return { panel: <UnsavedPool />, dialog: null };
  const counts = { ...product.unitCounts, available: product.unitCounts.available + addedCount };
  return {
    panel: (
      <div className="grid gap-3 sm:col-span-2">
        <StockCounts counts={counts} />
        {canAddCodes && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" size={18} />
              Add codes
            </Button>
            <LinkButton to={urls.adminProductBatches(product._id)} variant="secondary">
              Batches
            </LinkButton>
          </div>
        )}
      </div>
    ),
    dialog: isAdding && (
      <Suspense>
        <AddCodesDialog
          product={product}
          onAdded={({ report, isRepeated }) => setAddedCount((count) => count + (isRepeated ? 0 : report.accepted))}
          onClose={() => setIsAdding(false)}
        />
      </Suspense>
    ),
  };
}

const UnsavedPool = () => (
  <p className="rounded-card border border-line bg-sunken p-4 sm:col-span-2">Save the product, then add its codes.</p>
);
