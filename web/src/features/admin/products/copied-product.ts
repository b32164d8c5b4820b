import { TITLE } from '@shop/contract/limits/limits';
import type { ProductImage } from '@shop/contract/products/product';
import type { AdminProductRow } from '@shop/contract/products/product-input';
import { useEffect, useState } from 'react';
import type { Location } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { type FormImage, formValuesOf, type ProductFormValues } from './product-form-values.ts';

/** Navigation state that opens the form for a new product with the values of another one. */
export const copyState = (product: AdminProductRow) => ({ ...listOverlayState, copied: product });

export const copiedIn = ({ state }: Location): AdminProductRow | null => state?.copied ?? null;

/** Removes half of a surrogate pair at the cut, which would be stored as a replacement character. */
export const copiedTitle = (title: string) => `Copy of ${title}`.slice(0, TITLE.max).replace(/\p{Cs}$/u, '');

/** Copies everything except goods and stock. The copy is inactive until an admin has checked it. */
const copiedValues = (product: AdminProductRow, images: FormImage[]): ProductFormValues => ({
  ...formValuesOf({ ...product, code: '', productLink: null }),
  title: copiedTitle(product.title),
  usageLimit: '1',
  isActive: false,
  images,
});

/**
 * A picture belongs to one product, so a copy uploads it again. Scripts can read it from the shop's own origin only,
 * even if pages load it from elsewhere.
 */
async function pictureOf({ public_id, url }: ProductImage, index: number): Promise<FormImage[]> {
  const name = `Image ${index + 1}`;
  try {
    const blob = await (await fetch(`/media/${public_id}/${url.split('/').at(-1)}`)).blob();
    return [{ key: `copy-${index}`, name, file: new File([blob], name, { type: blob.type }) }];
  } catch {
    // A missing picture is left out; the admin can add another in the form.
    return [];
  }
}

/** The initial values of a copy, ready when its pictures are loaded; undefined if the product is no copy. */
export function useCopiedValues(product: AdminProductRow | null) {
  const [values, setValues] = useState<ProductFormValues>();
  useEffect(() => {
    if (!product) return;
    let isCurrent = true;
    void Promise.all(product.images.map(pictureOf)).then((pictures) => {
      if (isCurrent) setValues(copiedValues(product, pictures.flat()));
    });
    return () => {
      isCurrent = false;
    };
  }, [product]);
  return { values, isReady: product === null || values !== undefined };
}
