import { z } from 'zod';
import { id, isoDate } from './common.ts';
import { adminOrder } from './orders.ts';

const trend = z.object({
  /** The growth target in per cent a month (spec point 12). */
  target: z.number(),
  /** The measured change in per cent against the previous period; null if that period had nothing. */
  change: z.number().nullable(),
});
const salesDay = z.object({ date: z.string(), revenue: z.number(), orders: z.number().int() });
export const dashboard = z.object({
  days: z.number().int(),
  totals: z.object({ revenue: z.number(), orders: z.number(), customers: z.number(), products: z.number() }),
  trends: z.object({ revenue: trend, orders: trend, customers: trend, products: trend }),
  series: z.array(salesDay),
  /** The same number of days of the previous period. */
  previous: z.array(salesDay),
  recentOrders: z.array(adminOrder),
  topProducts: z.array(
    z.object({ _id: id, title: z.string(), company: z.string(), sold: z.number().int(), revenue: z.number() }),
  ),
  lowStock: z.array(z.object({ _id: id, title: z.string(), company: z.string(), usageLimit: z.number().int() })),
  expiringSoon: z.array(z.object({ _id: id, title: z.string(), company: z.string(), expiryDate: isoDate })),
  /** Batches with unsold units that expire within the next days. */
  expiringBatches: z.array(
    z.object({
      _id: id,
      reference: z.string(),
      product: z.object({ _id: id, title: z.string() }),
      /** The first day on which a unit of the batch expires. */
      expiresOn: z.string(),
      units: z.number().int(),
    }),
  ),
  waitingEnquiries: z.number().int(),
});
export type Dashboard = z.infer<typeof dashboard>;
