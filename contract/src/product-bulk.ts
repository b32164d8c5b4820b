import { z } from 'zod';
import { categories } from './categories.ts';
import { day, id, isoDate, searchText } from './common.ts';
import { flag, wholeNumber } from './form-input.ts';
import { BULK } from './limits.ts';
import { fieldMessages as text } from './messages.ts';
import { productFields } from './product-fields.ts';
import { stockKinds } from './stock-kinds.ts';

/** What the list of products can be cut to. */
export const productFilters = {
  q: searchText,
  status: z.enum(['all', 'active', 'inactive', 'sold-out', 'expired']).default('all'),
  category: z.enum(categories).optional(),
  stockKind: z.enum(stockKinds).optional(),
  /** Only those of which no more units are left than their `lowStockAt`, as on the dashboard. */
  runsLow: flag,
};
const matching = z.object(productFilters);
export type ProductFilters = z.infer<typeof matching>;

export const bulkEdit = z
  .object({
    price: productFields.price.input.optional(),
    /** Raises or lowers each price by so many per cent. */
    pricePercent: wholeNumber(BULK.percent, text.percentInvalid).optional(),
    expiryDate: day.optional(),
    category: z.enum(categories).optional(),
    stockKind: z.enum(stockKinds).optional(),
  })
  .refine(({ price, pricePercent }) => price === undefined || pricePercent === undefined, {
    path: ['price'],
    error: text.priceTwice,
  });
export type BulkEdit = z.infer<typeof bulkEdit>;

/** Products by their ids, or all that the list's filters find. */
export const bulkProducts = z
  .object({
    ids: z.array(id).min(1).max(BULK.idsMax).optional(),
    matching: matching.optional(),
    /** How many the sender believes them to be; when they are others by now, nothing is changed. */
    expected: z.number().int().optional(),
    action: z.enum(['activate', 'deactivate', 'delete', 'edit']),
    changes: bulkEdit.optional(),
  })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    path: ['ids'],
    error: text.productsRequired,
  })
  .refine(
    ({ action, changes = {} }) => action !== 'edit' || Object.values(changes).some((value) => value !== undefined),
    {
      path: ['changes'],
      error: text.changesRequired,
    },
  );
export type BulkProducts = z.infer<typeof bulkProducts>;

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

/** By which what was done can be taken back for a while; null when it cannot. */
export const undo = id.nullable();
