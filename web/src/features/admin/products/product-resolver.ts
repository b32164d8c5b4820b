import {
  type ProductChange,
  type ProductInput,
  productChange,
  productInput,
} from '@shop/contract/products/product-input';
import type { FieldError, Resolver } from 'react-hook-form';
import type { ProductFormValues } from './product-form-values.ts';

export type SavedValues = ProductInput | ProductChange;

/** What was typed before a pool was chosen stays in the form, and is not sent. */
const sent = (values: ProductFormValues): ProductFormValues =>
  values.stockKind === 'pool' ? { ...values, code: '', productLink: '', usageLimit: '' } : values;

/**
 * Checks the form with the contract's schema. The ready-made resolver would tell what each branch of a union expected
 * ("expected number, received string") instead of the schema's own message.
 */
export const productResolver =
  (isNew: boolean): Resolver<ProductFormValues, unknown, SavedValues> =>
  (values) => {
    const checked = (isNew ? productInput : productChange).safeParse(sent(values));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= { type: 'schema', message };
    return { values: {}, errors };
  };
