import type { AdminProductRow } from '@shop/contract/product-input';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { loadProduct, type SavedProduct } from '../admin.requests.ts';
import { useItem } from '../list/use-item.ts';
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

/** Closing is a navigation, however it is asked for: one place stops it while there are unsaved changes. */
function FormModal({ title, isReady, onClose, onSaved, children }: FormModalProps) {
  const [isSaving, setIsSaving] = useState(false);
  const hasUnsavedChanges = useRef(false);
  const blocker = useBlocker(useCallback(() => hasUnsavedChanges.current, []));
  useBeforeUnload(
    useCallback((event) => {
      if (hasUnsavedChanges.current) event.preventDefault();
    }, []),
  );
  const noteChanges = useCallback((isDirty: boolean) => {
    hasUnsavedChanges.current = isDirty;
  }, []);

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
              hasUnsavedChanges.current = false;
              onSaved(saved);
            },
          })}
        </Suspense>
      </Modal>
      <ConfirmDialog
        // What is being saved cannot be discarded any more: the question waits for the answer.
        isOpen={blocker.state === 'blocked' && !isSaving}
        title="Unsaved changes"
        confirmText="Discard changes"
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        You have unsaved changes. Close the form and lose them?
      </ConfirmDialog>
    </>
  );
}
