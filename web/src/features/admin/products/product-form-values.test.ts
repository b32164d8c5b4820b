import { type AdminProduct, productChange, productInput } from '@shop/contract/products/product-input';
import { describe, expect, it } from 'vitest';
import { formValuesOf, toFormData } from './product-form-values.ts';

const product: AdminProduct = {
  _id: '01900000-0000-7000-8000-000000000001',
  title: 'Tea Voucher',
  subtitle: '',
  company: 'Acme',
  category: 'Voucher',
  price: 499.5,
  originalPrice: null,
  rating: null,
  ratingCount: 0,
  images: [
    { url: '/media/a.webp', public_id: 'a', width: 8, height: 8 },
    { url: '/media/b.webp', public_id: 'b', width: 8, height: 8 },
  ],
  details: ['One', 'Two'],
  howToRedeem: [],
  termsAndConditions: [],
  expiryDate: '2099-12-31T18:29:59.999Z',
  usageLimit: 5,
  isOneTimeUse: false,
  isActive: true,
  isSold: false,
  availability: 'available',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  maxPerCustomer: null,
  lowStockAt: null,
  stockKind: 'shared',
  code: 'CODE-1',
  productLink: null,
  uploadedBy: null,
  unitCounts: { available: 5, held: 0, sold: 0, withdrawn: 0, expired: 0 },
  batchCount: 0,
};

describe('a new product', () => {
  const empty = formValuesOf(null);
  const filled = {
    ...empty,
    title: 'Tea Voucher',
    code: 'CODE-1',
    category: 'Voucher',
    company: 'Acme',
    price: '499.50',
    expiryDate: '2099-12-31',
    details: ['One', ' ', 'Two'],
  };

  it('starts inactive with a usage limit of one', () => {
    expect(empty).toMatchObject({ isActive: false, usageLimit: '1' });
  });

  it('sends scalars as text, indexed lists without empty items, and files', () => {
    const file = new File(['x'], 'one.png', { type: 'image/png' });
    const form = toFormData({
      values: productInput.parse(filled),
      images: [{ key: 'k', name: 'one.png', file }],
      product: null,
    });
    expect(Object.fromEntries(form)).toMatchObject({
      price: '499.5',
      usageLimit: '1',
      isActive: 'false',
      originalPrice: '',
      'details[0]': 'One',
      'details[1]': 'Two',
    });
    expect(form.has('details[2]')).toBe(false);
    expect(form.has('existingImages')).toBe(false);
    expect(form.get('images')).toHaveProperty('name', 'one.png');
  });
});

describe('a changed product', () => {
  const values = productChange.parse(formValuesOf(product));

  it('shows the expiry day in Indian time', () => {
    expect(formValuesOf(product).expiryDate).toBe('2099-12-31');
  });

  it('sends the loaded version and omits an unchanged usage limit', () => {
    const form = toFormData({ values, images: formValuesOf(product).images, product });
    expect(form.has('usageLimit')).toBe(false);
    expect(form.get('updatedAt')).toBe(product.updatedAt);
  });

  it('sends a changed usage limit', () => {
    const form = toFormData({ values: { ...values, usageLimit: 9 }, images: [], product });
    expect(form.get('usageLimit')).toBe('9');
  });

  it('sends the loaded stock threshold and an emptied customer limit', () => {
    const watched = { ...product, lowStockAt: 3 };
    expect(formValuesOf(watched)).toMatchObject({ lowStockAt: '3', maxPerCustomer: '' });
    const form = toFormData({ values: productChange.parse(formValuesOf(watched)), images: [], product });
    expect([form.get('lowStockAt'), form.get('maxPerCustomer')]).toEqual(['3', '']);
  });

  it('sends the kept images in order, or an empty value if none is kept', () => {
    const [a, b] = formValuesOf(product).images;
    const form = toFormData({ values, images: [b, a].flatMap((image) => image ?? []), product });
    expect([form.get('existingImages[0]'), form.get('existingImages[1]')]).toEqual(['b', 'a']);
    expect(toFormData({ values, images: [], product }).get('existingImages')).toBe('');
  });

  it('shows an empty usage limit for a sold-out product', () => {
    expect(formValuesOf({ ...product, usageLimit: 0 }).usageLimit).toBe('');
  });
});
