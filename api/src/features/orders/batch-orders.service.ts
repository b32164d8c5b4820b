import type { Page } from '@shop/contract/common';
import { toRupees } from '@shop/contract/money';
import type { BatchOrder } from '@shop/contract/stock';
import { csvRow } from '../../platform/csv.ts';
import { pageOf } from '../../platform/page.ts';
import type { Database } from '../../tables.ts';
import { requireBatch } from '../stock/batches.service.ts';
import { ordersOfBatch } from '../stock/recall.service.ts';
import type { BackOfficeDeps } from './back-office.service.ts';
import { listOrdersOfBatch } from './batch-orders.queries.ts';

type Row = Awaited<ReturnType<typeof listOrdersOfBatch>>[number];

const onWire = (row: Row): BatchOrder => ({
  _id: row.id,
  customer: { name: row.name ?? 'Former customer', email: row.email ?? '' },
  units: row.units,
  status: row.status,
  amountPaid: toRupees(row.amount_paid_paise),
  deliveredAt: row.delivered_at.toISOString(),
  revealedAt: row.revealed_at?.toISOString() ?? null,
});

export async function listBatchOrders(
  deps: BackOfficeDeps,
  batchId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Page<BatchOrder>> {
  await requireBatch(deps, batchId);
  const total = await ordersOfBatch(deps.db, batchId);
  const rows = await listOrdersOfBatch(deps.db, batchId, { limit, offset: (page - 1) * limit });
  return pageOf(rows.map(onWire), { page, limit, total });
}

const columns: Record<string, (row: BatchOrder) => string | number> = {
  'Order ID': ({ _id }) => _id,
  'Buyer Name': ({ customer }) => customer.name,
  'Buyer Email': ({ customer }) => customer.email,
  Units: ({ units }) => units,
  Status: ({ status }) => status,
  'Amount Paid': ({ amountPaid }) => amountPaid,
  'Delivered At': ({ deliveredAt }) => deliveredAt,
  'Revealed At': ({ revealedAt }) => revealedAt ?? '',
};

const EXPORT_PAGE = 1_000;
// Spreadsheets take a file without it for the system's own code page, and names for gibberish.
const BYTE_ORDER_MARK = '\uFEFF';

/** Who received from a batch, as CSV; there are at most as many as one import has lines. */
export async function* exportBatchOrders({ db }: { db: Database }, batchId: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(Object.keys(columns));
  for (let offset = 0; ; offset += EXPORT_PAGE) {
    const rows = (await listOrdersOfBatch(db, batchId, { limit: EXPORT_PAGE, offset })).map(onWire);
    yield rows.map((row) => csvRow(Object.values(columns).map((cell) => cell(row)))).join('');
    if (rows.length < EXPORT_PAGE) return;
  }
}
