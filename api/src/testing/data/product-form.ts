import { daysAfter } from '../../platform/clock.ts';

type Fields = Record<string, string | number | boolean | string[] | undefined>;

/** A complete and valid product form. */
export const productFields = (overrides: Fields = {}): Fields => ({
  title: 'Amazon gift card',
  subtitle: 'For every occasion',
  code: `CODE-${crypto.randomUUID()}`,
  productLink: 'https://example.com/redeem',
  category: 'Gift Card',
  company: 'Amazon',
  details: ['Valid in India', 'No fees'],
  howToRedeem: ['Sign in', 'Enter the code'],
  termsAndConditions: ['No refunds'],
  price: '499.50',
  usageLimit: '3',
  expiryDate: daysAfter(new Date(), 30).toISOString().slice(0, 10),
  isOneTimeUse: 'false',
  isActive: 'true',
  ...overrides,
});

/** The form as the browser sends it: multipart, with indexed lists and repeated files (spec §7). */
export function productForm(overrides: Fields = {}, images: { name: string; bytes: Buffer }[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(productFields(overrides))) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) form.append(`${name}[${index}]`, item);
    else form.append(name, String(value));
  }
  for (const { name, bytes } of images) form.append('images', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
