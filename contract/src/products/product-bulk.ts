import { z } from 'zod';
import { givenId, id } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { BULK } from '../limits/admin-limits.ts';
import { bulkEdit } from './bulk-edit.ts';
import { productFilters } from './product-filters.ts';

const matching = z.object(productFilters);

/** Selects products by their ids or by the filters of the list. */
export const bulkProducts = z
  .object({
    ids: z.array(givenId).min(1).max(BULK.idsMax).optional(),
    matching: matching.optional(),
    /** The number of products that the sender expects. If another number is found, nothing is changed. */
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

/** The id for undoing the change for a while; null if it cannot be undone. */
export const undo = id.nullable();
