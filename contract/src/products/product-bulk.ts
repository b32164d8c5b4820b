import { z } from 'zod';
import { givenId, id } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { BULK } from '../limits/admin-limits.ts';
import { bulkEdit } from './bulk-edit.ts';
import { productFilters } from './product-filters.ts';

const matching = z.object(productFilters);

/** Products by their ids, or all that the list's filters find. */
export const bulkProducts = z
  .object({
    ids: z.array(givenId).min(1).max(BULK.idsMax).optional(),
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

/** By which what was done can be taken back for a while; null when it cannot. */
export const undo = id.nullable();
