import { z } from 'zod';
import { id, isoDate } from '../common.ts';
import { adminOnlyFields, everyField } from './product-fields.ts';

export const productImage = z.object({
  url: z.string(),
  public_id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** For <picture>: one entry per format, the preferred one first. */
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })).optional(),
});
export type ProductImage = z.infer<typeof productImage>;

export const availabilities = ['available', 'sold-out', 'expired'] as const;

const fieldsForAll = z.object(everyField('wire')).omit(adminOnlyFields).shape;

/** The public product. It never contains `code` and `productLink`, which are the goods. */
export const publicProduct = z.object({
  _id: id,
  ...fieldsForAll,
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  images: z.array(productImage),
  usageLimit: z.number().int(),
  isSold: z.boolean(),
  availability: z.enum(availabilities),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Product = z.infer<typeof publicProduct>;
