import type { BatchOrder } from '@shop/contract/stock';
import { csvHeader, csvRow } from '../../platform/csv.ts';
import { indianTime } from '../../platform/indian-day.ts';
import type { Database } from '../../tables.ts';
import { batchOrderOnWire } from './batch-order-on-wire.ts';
import { listOrdersForBatchExport } from './batch-orders.queries.ts';

const columns: Record<string, (row: BatchOrder) => string | number> = {
  'Order ID': ({ _id }) => _id,
  'Buyer Name': ({ customer }) => customer.name,
  'Buyer Email': ({ customer }) => customer.email,
  Units: ({ units }) => units,
  Status: ({ status }) => status,
  'Amount Paid': ({ amountPaid }) => amountPaid,
  'Delivered At (IST)': ({ deliveredAt }) => indianTime(new Date(deliveredAt)),
  'Revealed At (IST)': ({ revealedAt }) => (revealedAt ? indianTime(new Date(revealedAt)) : ''),
};

const EXPORT_PAGE = 1_000;

/** Who received from a batch, as CSV; there are at most as many as one import has lines. */
export async function* exportBatchOrders({ db }: { db: Database }, batchId: string): AsyncGenerator<string> {
  yield csvHeader(Object.keys(columns));
  let after: string | undefined;
  for (;;) {
    const rows = await listOrdersForBatchExport(db, batchId, { after, limit: EXPORT_PAGE });
    const orders = rows.map(batchOrderOnWire);
    yield orders.map((order) => csvRow(Object.values(columns).map((cell) => cell(order)))).join('');
    if (orders.length < EXPORT_PAGE) return;
    after = orders.at(-1)?._id;
  }
}
