import { z } from 'zod';
import { searchText } from '../common.ts';
import { flag } from '../form-input.ts';
import { stockKinds } from '../stock-kinds.ts';
import { categories } from './categories.ts';

/** The filters of the admin's product list. */
export const productFilters = {
  q: searchText,
  status: z.enum(['all', 'active', 'inactive', 'sold-out', 'expired']).default('all'),
  category: z.enum(categories).optional(),
  stockKind: z.enum(stockKinds).optional(),
  /** Only products with at most `lowStockAt` units left, as on the dashboard. */
  runsLow: flag,
};
const filters = z.object(productFilters);
export type ProductFilters = z.infer<typeof filters>;
