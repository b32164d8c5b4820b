import type { AdminProduct } from '@shop/contract/products/product-input';
import { useFormContext } from 'react-hook-form';
import { RadioField, type RadioOption } from '../../../ui/forms/radio-field.tsx';
import type { ProductFormValues } from './product-form-values.ts';

/** A pool with unsold codes cannot become shared: it would be unclear which code the buyers get. */
const optionsFor = (product: AdminProduct | null): RadioOption[] => {
  const unsold = product ? product.unitCounts.available + product.unitCounts.held : 0;
  const isBound = product?.stockKind === 'pool' && unsold > 0;
  return [
    {
      value: 'shared',
      label: 'Shared code',
      hint: isBound
        ? 'Possible when the pool has no unsold codes.'
        : 'One code that every buyer gets, for coupons that everybody may use.',
      isDisabled: isBound,
    },
    {
      value: 'pool',
      label: 'Pool of codes',
      hint: 'Each code is sold to one buyer, for keys, gift cards and memberships.',
    },
  ];
};

export function StockKindField({ product }: { product: AdminProduct | null }) {
  const { register, formState } = useFormContext<ProductFormValues>();
  return (
    <RadioField
      legend="Stock"
      options={optionsFor(product)}
      error={formState.errors.stockKind?.message}
      className="sm:col-span-2"
      {...register('stockKind')}
    />
  );
}
