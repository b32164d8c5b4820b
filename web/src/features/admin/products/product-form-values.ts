import type { AdminProduct, ProductChange, ProductInput } from '@shop/contract/product-input';
import { isoDay } from '../../../lib/dates.ts';

/** An image that was uploaded before, or a file that leaves with the form. */
export type FormImage = { key: string; name: string } & (
  | { publicId: string; url: string; file?: never }
  | { file: File; publicId?: never; url?: never }
);

/** What the form's controls hold: text, as browsers give it. */
export type ProductFormValues = {
  title: string;
  subtitle: string;
  code: string;
  productLink: string;
  category: string;
  company: string;
  details: string[];
  howToRedeem: string[];
  termsAndConditions: string[];
  price: string;
  originalPrice: string;
  usageLimit: string;
  expiryDate: string;
  isOneTimeUse: boolean;
  isActive: boolean;
  images: FormImage[];
};

const BLANK: ProductFormValues = {
  title: '',
  subtitle: '',
  code: '',
  productLink: '',
  category: '',
  company: '',
  details: [''],
  howToRedeem: [''],
  termsAndConditions: [''],
  price: '',
  originalPrice: '',
  usageLimit: '1',
  expiryDate: '',
  isOneTimeUse: false,
  isActive: false,
  images: [],
};

const atLeastOne = (items: string[]) => (items.length > 0 ? items : ['']);

export function formValuesOf(product: AdminProduct | null): ProductFormValues {
  if (!product) return BLANK;
  return {
    title: product.title,
    subtitle: product.subtitle,
    code: product.code,
    productLink: product.productLink ?? '',
    category: product.category,
    company: product.company,
    details: atLeastOne(product.details),
    howToRedeem: atLeastOne(product.howToRedeem),
    termsAndConditions: atLeastOne(product.termsAndConditions),
    price: String(product.price),
    originalPrice: product.originalPrice === null ? '' : String(product.originalPrice),
    // Sold out is no usage limit that could be saved: blank leaves it as it is.
    usageLimit: product.usageLimit > 0 ? String(product.usageLimit) : '',
    expiryDate: isoDay(new Date(product.expiryDate)),
    isOneTimeUse: product.isOneTimeUse,
    isActive: product.isActive,
    images: product.images.map(({ public_id, url }, index) => ({
      key: public_id,
      publicId: public_id,
      name: `Image ${index + 1}`,
      url,
    })),
  };
}

type Submission = {
  /** As the contract's schema understood the form. */
  values: ProductInput | ProductChange;
  images: FormImage[];
  product: AdminProduct | null;
};

/** Multipart, as spec §7 wants it: scalars as text, lists indexed, images as repeated files. */
export function toFormData({ values, images, product }: Submission): FormData {
  const form = new FormData();
  const { details, howToRedeem, termsAndConditions, existingImages, updatedAt, usageLimit, ...scalars } = values;
  for (const [name, value] of Object.entries(scalars)) form.set(name, String(value ?? ''));
  // The number that was loaded is left out: sent back, it would put on sale again what was sold meanwhile.
  if (usageLimit !== undefined && usageLimit !== product?.usageLimit) form.set('usageLimit', String(usageLimit));
  for (const [name, items] of Object.entries({ details, howToRedeem, termsAndConditions }))
    for (const [index, item] of items.entries()) form.set(`${name}[${index}]`, item);
  if (product) {
    const kept = images.flatMap(({ publicId }) => publicId ?? []);
    for (const [index, publicId] of kept.entries()) form.set(`existingImages[${index}]`, publicId);
    if (kept.length === 0) form.set('existingImages', '');
    form.set('updatedAt', product.updatedAt);
  }
  for (const { file } of images) if (file) form.append('images', file);
  return form;
}
