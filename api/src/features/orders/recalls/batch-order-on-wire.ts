import { toRupees } from '@shop/contract/money';
import type { BatchOrder } from '@shop/contract/stock';
import type { listOrdersOfBatch } from './batch-orders.queries.ts';

type Row = Awaited<ReturnType<typeof listOrdersOfBatch>>[number];

export const batchOrderOnWire = (row: Row): BatchOrder => ({
  _id: row.id,
  customer: { name: row.name ?? 'Former customer', email: row.email ?? '' },
  units: row.units,
  status: row.status,
  amountPaid: toRupees(row.amount_paid_paise),
  deliveredAt: row.delivered_at.toISOString(),
  revealedAt: row.revealed_at?.toISOString() ?? null,
});
