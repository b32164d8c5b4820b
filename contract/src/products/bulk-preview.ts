import { z } from 'zod';
import { id, isoDate } from '../common.ts';
import { stockKinds } from '../stock-kinds.ts';
import { categories } from './categories.ts';

/** Why a product cannot be changed. */
export const bulkRefusals = ['needs-code', 'price-too-small', 'price-too-large'] as const;
export type BulkRefusal = (typeof bulkRefusals)[number];

const bulkValues = z.object({
  price: z.number(),
  expiryDate: isoDate,
  category: z.enum(categories),
  stockKind: z.enum(stockKinds),
});
export type BulkValues = z.infer<typeof bulkValues>;

export const bulkPreview = z.object({
  /** Selected products; those that would change; those that cannot change. */
  count: z.number().int(),
  changed: z.number().int(),
  refused: z.number().int(),
  /** Unsold units of shared codes that would be withdrawn. */
  withdrawn: z.number().int(),
  canBeUndone: z.boolean(),
  /** Only the first products of each kind. */
  changes: z.array(z.object({ _id: id, title: z.string(), before: bulkValues, after: bulkValues })),
  refusals: z.array(z.object({ _id: id, title: z.string(), reason: z.enum(bulkRefusals) })),
});
export type BulkPreview = z.infer<typeof bulkPreview>;
