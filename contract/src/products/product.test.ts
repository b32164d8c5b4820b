import { expect, it } from 'vitest';
import { publicProduct } from './product.ts';

/** A product as orders of version 1.2.0 store it. Do not change it: those orders never change either. */
const soldWithTheFirstVersion = {
  _id: '01900000-0000-7000-8000-000000000001',
  title: 'Tea Voucher',
  subtitle: '',
  company: 'Acme',
  category: 'Voucher' as const,
  price: 499.5,
  originalPrice: null,
  rating: null,
  ratingCount: 0,
  images: [{ url: '/media/a/640.webp', public_id: 'a', width: 640, height: 480 }],
  details: ['One'],
  howToRedeem: [],
  termsAndConditions: [],
  expiryDate: '2099-12-31T18:29:59.999Z',
  usageLimit: 5,
  isOneTimeUse: false,
  isActive: true,
  isSold: false,
  availability: 'available' as const,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};

it('the product schema accepts the copy that an order of version 1.2.0 stores', () => {
  expect(publicProduct.safeEncode(soldWithTheFirstVersion)).toEqual({ success: true, data: soldWithTheFirstVersion });
});
