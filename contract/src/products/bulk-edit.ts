import { z } from 'zod';
import { day } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { wholeNumber } from '../form-input.ts';
import { BULK } from '../limits/admin-limits.ts';
import { stockKinds } from '../stock-kinds.ts';
import { categories } from './categories.ts';
import { productFields } from './product-fields.ts';

/** The fields that a bulk edit can change. */
export const bulkEdit = z
  .object({
    price: productFields.price.input.optional(),
    /** Raises or lowers each price by this percentage. */
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
