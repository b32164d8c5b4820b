import { z } from 'zod';
import { categories } from './categories.ts';
import { id, isoDate } from './common.ts';

export const productImage = z.object({
  url: z.string(),
  public_id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** For <picture>: one entry a format, best first. */
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })).optional(),
});
export type ProductImage = z.infer<typeof productImage>;

export const availabilities = ['available', 'sold-out', 'expired'] as const;

/** What anybody may see. `code` and `productLink` are the goods and have no place here. */
export const publicProduct = z.object({
  _id: id,
  title: z.string(),
  subtitle: z.string(),
  company: z.string(),
  category: z.enum(categories),
  price: z.number(),
  originalPrice: z.number().nullable(),
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  images: z.array(productImage),
  details: z.array(z.string()),
  howToRedeem: z.array(z.string()),
  termsAndConditions: z.array(z.string()),
  expiryDate: isoDate,
  usageLimit: z.number().int(),
  isOneTimeUse: z.boolean(),
  isActive: z.boolean(),
  isSold: z.boolean(),
  availability: z.enum(availabilities),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Product = z.infer<typeof publicProduct>;
