import { z } from 'zod';
import { id, isoDate } from '../common.ts';
import { stockKinds } from '../stock-kinds.ts';
import { categories } from './categories.ts';

/** Why a product is left as it is. */
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
  /** Products that are meant, those of them that would change, and those that cannot. */
  count: z.number().int(),
  changed: z.number().int(),
  refused: z.number().int(),
  /** Unsold uses of shared codes that would leave the shop for good. */
  withdrawn: z.number().int(),
  canBeUndone: z.boolean(),
  /** The first of each. */
  changes: z.array(z.object({ _id: id, title: z.string(), before: bulkValues, after: bulkValues })),
  refusals: z.array(z.object({ _id: id, title: z.string(), reason: z.enum(bulkRefusals) })),
});
export type BulkPreview = z.infer<typeof bulkPreview>;
