import type { BatchOrder } from '@shop/contract/stock';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { csvHeader, csvRow } from '../../../platform/files/csv.ts';
import { indianTime } from '../../../platform/indian-day.ts';
import type { Database } from '../../../tables.ts';
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

/** The orders that received units of a batch, as CSV. The export is recorded first. */
export async function exportBatchOrders(
  { db, clock }: { db: Database; clock: Clock },
  actor: { _id: string },
  { _id, reference }: { _id: string; reference: string },
): Promise<AsyncGenerator<string>> {
  await recordAudit(db, {
    at: clock.now(),
    actorId: actor._id,
    action: 'batch.orders-exported',
    subjectType: 'batch',
    subjectId: _id,
    details: { reference },
  });
  return linesOf(db, _id);
}

/** An import limits how many lines there are. */
async function* linesOf(db: Database, batchId: string): AsyncGenerator<string> {
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
