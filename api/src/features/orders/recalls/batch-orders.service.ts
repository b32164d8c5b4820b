import type { Page } from '@shop/contract/common';
import type { BatchOrder } from '@shop/contract/stock';
import { type PageRange, pageOf, rowsOf } from '../../../platform/lists/page.ts';
import { requireBatch } from '../../stock/batches/batches.service.ts';
import { ordersOfBatch } from '../../stock/batches/recall.service.ts';
import type { OrderEditDeps } from '../administration/edit-order.service.ts';
import { batchOrderOnWire } from './batch-order-on-wire.ts';
import { listOrdersOfBatch } from './batch-orders.queries.ts';

export async function listBatchOrders(
  deps: OrderEditDeps,
  batchId: string,
  range: PageRange,
): Promise<Page<BatchOrder>> {
  await requireBatch(deps, batchId);
  const total = await ordersOfBatch(deps.db, batchId);
  const rows = await listOrdersOfBatch(deps.db, batchId, rowsOf(range));
  return pageOf(rows.map(batchOrderOnWire), { ...range, total });
}
