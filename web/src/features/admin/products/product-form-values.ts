import { everyField, type ProductField, productFieldNames } from '@shop/contract/products/product-fields';
import type { AdminProduct, ProductChange, ProductInput } from '@shop/contract/products/product-input';
import type { StockKind } from '@shop/contract/stock-kinds';
import { isoDay } from '../../../lib/format/dates.ts';

/** An uploaded image, or a new file that is sent with the form. */
export type FormImage = { key: string; name: string } & (
  | { publicId: string; url: string; file?: never }
  | { file: File; publicId?: never; url?: never }
);

/** The value of a form control: text, a checkbox or the lines of a list. */
type ControlValue<Value> = Value extends boolean ? boolean : Value extends string[] ? string[] : string;
type PlainValues = { [Name in ProductField]: ControlValue<AdminProduct[Name]> };

export type ProductFormValues = PlainValues & {
  stockKind: StockKind;
  code: string;
  productLink: string;
  usageLimit: string;
  images: FormImage[];
};

/** The fields that hold a list of lines. */
export type ListName = {
  [Name in ProductField]: PlainValues[Name] extends string[] ? Name : never;
}[ProductField];

const EMPTY: ProductFormValues = {
  ...everyField('blank'),
  stockKind: 'shared',
  code: '',
  productLink: '',
  usageLimit: '1',
  images: [],
};

/** A list has one line at least to type into. */
function controlValue(value: AdminProduct[ProductField]) {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.length > 0 ? value : [''];
  return String(value ?? '');
}

const plainValuesOf = (product: AdminProduct) =>
  Object.fromEntries(productFieldNames.map((name) => [name, controlValue(product[name])])) as PlainValues;

export function formValuesOf(product: AdminProduct | null): ProductFormValues {
  if (!product) return EMPTY;
  return {
    ...plainValuesOf(product),
    expiryDate: isoDay(new Date(product.expiryDate)),
    stockKind: product.stockKind,
    code: product.code,
    productLink: product.productLink ?? '',
    // Zero is not a valid usage limit. An empty field leaves the limit unchanged.
    usageLimit: product.usageLimit > 0 ? String(product.usageLimit) : '',
    images: product.images.map(({ public_id, url }, index) => ({
      key: public_id,
      publicId: public_id,
      name: `Image ${index + 1}`,
      url,
    })),
  };
}

type Submission = {
  /** The output of the contract's schema. */
  values: ProductInput | ProductChange;
  images: FormImage[];
  product: AdminProduct | null;
};

/** Multipart as in spec §7: scalars as text, indexed lists, repeated image files. */
export function toFormData({ values, images, product }: Submission): FormData {
  const form = new FormData();
  const { existingImages, updatedAt, usageLimit, ...fields } = values;
  for (const [name, value] of Object.entries(fields))
    if (Array.isArray(value)) setEach(form, name, value);
    else form.set(name, String(value ?? ''));
  // An unchanged limit is left out: sending the loaded number would put units back on sale that were sold meanwhile.
  if (usageLimit !== undefined && usageLimit !== product?.usageLimit) form.set('usageLimit', String(usageLimit));
  if (product) {
    const keptIds = images.flatMap(({ publicId }) => publicId ?? []);
    setEach(form, 'existingImages', keptIds);
    if (keptIds.length === 0) form.set('existingImages', '');
    form.set('updatedAt', product.updatedAt);
  }
  for (const { file } of images) if (file) form.append('images', file);
  return form;
}

function setEach(form: FormData, name: string, items: readonly string[]): void {
  for (const [index, item] of items.entries()) form.set(`${name}[${index}]`, item);
}
