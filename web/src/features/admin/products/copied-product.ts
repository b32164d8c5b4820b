import { TITLE } from '@shop/contract/limits/limits';
import type { ProductImage } from '@shop/contract/products/product';
import type { AdminProductRow } from '@shop/contract/products/product-input';
import { useEffect, useState } from 'react';
import type { Location } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { type FormImage, formValuesOf, type ProductFormValues } from './product-form-values.ts';

/** State of the navigation that opens a new product's form with what another one says. */
export const copyState = (product: AdminProductRow) => ({ ...listOverlayState, copied: product });

export const copiedIn = ({ state }: Location): AdminProductRow | null => state?.copied ?? null;

/** A cut through a character leaves half of it, which would be stored as a replacement. */
export const copiedTitle = (title: string) => `Copy of ${title}`.slice(0, TITLE.max).replace(/\p{Cs}$/u, '');

/** Everything but the goods and the stock, which are its own; not for sale until somebody has looked at it. */
const copiedValues = (product: AdminProductRow, images: FormImage[]): ProductFormValues => ({
  ...formValuesOf({ ...product, code: '', productLink: null }),
  title: copiedTitle(product.title),
  usageLimit: '1',
  isActive: false,
  images,
});

/**
 * Uploaded again with the form: a picture belongs to one product. Scripts may read those of the shop itself only, also
 * where pages show them from elsewhere.
 */
async function pictureOf({ public_id, url }: ProductImage, index: number): Promise<FormImage[]> {
  const name = `Image ${index + 1}`;
  try {
    const blob = await (await fetch(`/media/${public_id}/${url.split('/').at(-1)}`)).blob();
    return [{ key: `copy-${index}`, name, file: new File([blob], name, { type: blob.type }) }];
  } catch {
    // A picture that cannot be had is missing in the list under the form, where another can be added.
    return [];
  }
}

/** What the form of a copy begins with, once the pictures are there; undefined for a product that is no copy. */
export function useCopiedValues(product: AdminProductRow | null) {
  const [values, setValues] = useState<ProductFormValues>();
  useEffect(() => {
    if (!product) return;
    let isWanted = true;
    void Promise.all(product.images.map(pictureOf)).then((pictures) => {
      if (isWanted) setValues(copiedValues(product, pictures.flat()));
    });
    return () => {
      isWanted = false;
    };
  }, [product]);
  return { values, isReady: product === null || values !== undefined };
}
