import {
  type ProductChange,
  type ProductInput,
  productChange,
  productInput,
} from '@shop/contract/products/product-input';
import type { FieldError, Resolver } from 'react-hook-form';
import type { ProductFormValues } from './product-form-values.ts';

export type SavedValues = ProductInput | ProductChange;

/** Values of a shared code stay in the form when a pool is chosen, but are not sent. */
const valuesToSend = (values: ProductFormValues): ProductFormValues =>
  values.stockKind === 'pool' ? { ...values, code: '', productLink: '', usageLimit: '' } : values;

/**
 * Validates with the contract's schema. The library's own resolver would report the type error of a union branch
 * ("expected number, received string") instead of the schema's message.
 */
export const productResolver =
  (isNew: boolean): Resolver<ProductFormValues, unknown, SavedValues> =>
  (values) => {
    const checked = (isNew ? productInput : productChange).safeParse(valuesToSend(values));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= { type: 'schema', message };
    return { values: {}, errors };
  };
