import type { FailureCode } from '@shop/contract/failures/failures';
import type { AdminProduct } from '@shop/contract/products/product-input';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { RequestFailure } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { useKeptDraft } from '../../../lib/state/kept-draft.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { type SavedProduct, saveProduct } from '../admin.requests.ts';
import { BecomePoolDialog } from './become-pool-dialog.tsx';
import { formValuesOf, type ProductFormValues, toFormData } from './product-form-values.ts';
import { productResolver, type SavedValues } from './product-resolver.ts';
import {
  BasicInformation,
  FilesAndExpiry,
  PricingAndInventory,
  StatusSettings,
  UsageInformation,
} from './product-sections.tsx';
import { usePoolStock } from './use-pool-stock.tsx';

const SAVE_FAILED = 'Failed to save product. Please try again.';
const imageFailures: FailureCode[] = ['IMAGE_TOO_LARGE', 'NOT_AN_IMAGE'];

type ProductFormProps = {
  id: string;
  /** null for a new product. */
  product: AdminProduct | null;
  /** The first values of a new product; empty by default. */
  initialValues?: ProductFormValues | undefined;
  onDirtyChange: (isDirty: boolean) => void;
  onSaving: (isSaving: boolean) => void;
  onSaved: (saved: SavedProduct) => void;
  onReload: () => void;
};

type Refusal = { message: string; isConflict: boolean };

/** Loaded on demand, because it brings the contract's schemas and the form library. */
export function ProductForm({
  id,
  product,
  initialValues,
  onDirtyChange,
  onSaving,
  onSaved,
  onReload,
}: ProductFormProps) {
  const dispatch = useAppDispatch();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [toConfirm, setToConfirm] = useState<SavedValues | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const form = useForm<ProductFormValues, unknown, SavedValues>({
    defaultValues: initialValues ?? formValuesOf(product),
    resolver: productResolver(product === null),
  });
  const pool = usePoolStock(product);
  const { isDirty } = form.formState;
  const { setFocus } = form;
  // The key contains the version, so that a draft never overwrites somebody else's later change.
  useKeptDraft(form, product ? `product ${product._id} ${product.updatedAt}` : 'new product');
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
  useEffect(() => setFocus('title'), [setFocus]);

  function showRefusal({ status, code, errors, message }: RequestFailure) {
    if (code === 'EDIT_CONFLICT') return setRefusal({ message, isConflict: true });
    if (code === 'UNITS_UNSOLD') return showFieldErrors([['stockKind', message]]);
    if (code && imageFailures.includes(code)) return showFieldErrors([['images', message]]);
    const entries = Object.entries(errors);
    // A retry does not help without permission, so a 403 shows its own message.
    if (entries.length === 0) return setRefusal({ message: status === 403 ? message : SAVE_FAILED, isConflict: false });
    showFieldErrors(entries.map(([path, text]) => [fieldOf(path), text]));
  }

  /** Shows messages under their fields and focuses the first, which may be out of view. */
  function showFieldErrors(fieldErrors: [keyof ProductFormValues, string][]) {
    for (const [field, message] of fieldErrors) form.setError(field, { message });
    if (fieldErrors[0]) setFocus(fieldErrors[0][0]);
  }

  function submit(values: SavedValues) {
    if (product && withdrawsUnits(product, values)) setToConfirm({ ...values, confirmWithdraw: true });
    else void save(values);
  }

  async function save(values: SavedValues) {
    setToConfirm(null);
    const { images } = form.getValues();
    const hasUploads = images.some(({ file }) => file);
    setRefusal(null);
    onSaving(true);
    const outcome = await dispatch(
      saveProduct({
        id: product?._id ?? null,
        form: toFormData({ values, images, product }),
        onProgress: (fraction) => hasUploads && setProgress(fraction),
      }),
    );
    onSaving(false);
    setProgress(null);
    if (saveProduct.fulfilled.match(outcome)) return onSaved(outcome.payload);
    // The product went back on sale while the form was open, so its units need a confirmation too.
    if (outcome.payload?.code === 'WITHDRAW_UNCONFIRMED') return setToConfirm({ ...values, confirmWithdraw: true });
    showRefusal(outcome.payload ?? { message: SAVE_FAILED, status: 0, code: null, errors: {} });
  }

  return (
    <FormProvider {...form}>
      <form id={id} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-8">
        <BasicInformation product={product} />
        <UsageInformation />
        <PricingAndInventory product={product} poolStock={pool.panel} />
        <FilesAndExpiry />
        <StatusSettings />
        {/* Sticky, so that it is visible at every scroll position, next to the Save button. */}
        <div className="sticky -bottom-4 -mb-4 -mx-6 bg-surface px-6 not-empty:border-t not-empty:border-line not-empty:py-3">
          {refusal && (
            <Banner
              tone="error"
              action={
                refusal.isConflict && (
                  <Button variant="secondary" size="sm" onClick={onReload}>
                    Reload product
                  </Button>
                )
              }
            >
              {refusal.message}
            </Banner>
          )}
          {progress !== null && <ProgressBar label="Uploading images" fraction={progress} />}
        </div>
      </form>
      {pool.dialog}
      {product && toConfirm && (
        <BecomePoolDialog product={product} onConfirm={() => save(toConfirm)} onCancel={() => setToConfirm(null)} />
      )}
    </FormProvider>
  );
}

/** A change to a pool withdraws the unsold units of a shared code. */
const withdrawsUnits = ({ stockKind, unitCounts }: AdminProduct, values: SavedValues) =>
  stockKind === 'shared' && values.stockKind === 'pool' && unitCounts.available + unitCounts.held > 0;

/** The server names list items ('details.2') and kept images ('existingImages'). The form shows both at their field. */
function fieldOf(path: string): keyof ProductFormValues {
  const field = path.split(/[.[]/)[0];
  return (field === 'existingImages' ? 'images' : field) as keyof ProductFormValues;
}
