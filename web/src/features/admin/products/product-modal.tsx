import type { AdminProductRow } from '@shop/contract/products/product-input';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyContent } from '../../../ui/lazy-content.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { loadProduct, type SavedProduct } from '../admin.requests.ts';
import { FormModal } from '../form-modal.tsx';
import { useItem } from '../list/use-item.ts';
import { useCopiedValues } from './copied-product.ts';

const ProductForm = lazyContent('The form', async () => ({
  default: (await import('./product-form.tsx')).ProductForm,
}));

const modalProps = { size: 'xl', saveText: 'Save Product' } as const;

type ProductModalProps = { onClose: () => void; onSaved: (saved: SavedProduct) => void };

type NewProductModalProps = ProductModalProps & {
  /** The product to copy, if any. */
  copied: AdminProductRow | null;
};

export function NewProductModal({ copied, ...props }: NewProductModalProps) {
  const { values, isReady } = useCopiedValues(copied);
  return (
    <FormModal {...modalProps} {...props} title="Add New Product" isReady={isReady}>
      {(form) =>
        isReady ? (
          <ProductForm {...form} product={null} initialValues={values} onReload={() => undefined} />
        ) : (
          <LoadingScreen />
        )
      }
    </FormModal>
  );
}

export function EditProductModal({ productId, ...props }: ProductModalProps & { productId: string }) {
  const { data: product, error, isMissing, reload } = useItem(loadProduct, (admin) => admin.product, productId);
  return (
    <FormModal {...modalProps} {...props} title="Edit Product" isReady={product !== null}>
      {(form) => {
        if (product) return <ProductForm {...form} product={product} onReload={reload} />;
        if (isMissing) return <EmptyState title="Product not found" hint="It may have been deleted." />;
        return error ? <Banner tone="error">{error}</Banner> : <LoadingScreen />;
      }}
    </FormModal>
  );
}
