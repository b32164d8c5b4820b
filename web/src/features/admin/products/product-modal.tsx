import type { AdminProductRow } from '@shop/contract/product-input';
import { lazy, Suspense, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { loadProduct, type SavedProduct } from '../admin.requests.ts';
import { useItem } from '../list/use-item.ts';
import { useUnsavedChanges } from '../unsaved-changes.tsx';
import { useCopiedValues } from './copied-product.ts';

const ProductForm = lazy(async () => ({ default: (await import('./product-form.tsx')).ProductForm }));
const FORM_ID = 'product-form';

type ProductModalProps = { onClose: () => void; onSaved: (saved: SavedProduct) => void };

type NewProductModalProps = ProductModalProps & {
  /** The product that the form begins with a copy of. */
  copied: AdminProductRow | null;
};

export function NewProductModal({ copied, ...props }: NewProductModalProps) {
  const { values, isReady } = useCopiedValues(copied);
  return (
    <FormModal {...props} title="Add New Product" isReady={isReady}>
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
    <FormModal {...props} title="Edit Product" isReady={product !== null}>
      {(form) => {
        if (product) return <ProductForm {...form} product={product} onReload={reload} />;
        if (isMissing) return <EmptyState title="Product not found" hint="It may have been deleted." />;
        return error ? <Banner tone="error">{error}</Banner> : <LoadingScreen />;
      }}
    </FormModal>
  );
}

type FormWiring = {
  id: string;
  onDirtyChange: (isDirty: boolean) => void;
  onSaving: (isSaving: boolean) => void;
  onSaved: (saved: SavedProduct) => void;
};
type FormModalProps = ProductModalProps & {
  title: string;
  /** Whether there is a form to save. */
  isReady: boolean;
  children: (form: FormWiring) => React.ReactNode;
};

function FormModal({ title, isReady, onClose, onSaved, children }: FormModalProps) {
  const [isSaving, setIsSaving] = useState(false);
  const { noteChanges, question } = useUnsavedChanges(isSaving);

  return (
    <>
      <Modal
        isOpen
        size="xl"
        title={title}
        onClose={onClose}
        onBeforeClose={() => !isSaving}
        footer={
          <>
            <Button variant="secondary" onClick={onClose} disabled={isSaving}>
              Cancel
            </Button>
            <Button type="submit" form={FORM_ID} disabled={!isReady} isBusy={isSaving} busyText="Processing...">
              Save Product
            </Button>
          </>
        }
      >
        <Suspense fallback={<LoadingScreen />}>
          {children({
            id: FORM_ID,
            onDirtyChange: noteChanges,
            onSaving: setIsSaving,
            onSaved: (saved) => {
              noteChanges(false);
              onSaved(saved);
            },
          })}
        </Suspense>
      </Modal>
      {question}
    </>
  );
}
