import type { Page } from '@shop/contract/common';
import type { BatchOrder } from '@shop/contract/stock';
import { pageOf } from '../../platform/page.ts';
import { requireBatch } from '../stock/batches.service.ts';
import { ordersOfBatch } from '../stock/recall.service.ts';
import type { BackOfficeDeps } from './back-office.service.ts';
import { batchOrderOnWire } from './batch-order-on-wire.ts';
import { listOrdersOfBatch } from './batch-orders.queries.ts';

export async function listBatchOrders(
  deps: BackOfficeDeps,
  batchId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Page<BatchOrder>> {
  await requireBatch(deps, batchId);
  const total = await ordersOfBatch(deps.db, batchId);
  const rows = await listOrdersOfBatch(deps.db, batchId, { limit, offset: (page - 1) * limit });
  return pageOf(rows.map(batchOrderOnWire), { page, limit, total });
}
