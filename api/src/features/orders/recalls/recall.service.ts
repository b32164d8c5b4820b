import type { Batch, RecallInput } from '@shop/contract/stock';
import { inTransaction } from '../../../platform/database/database.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { enqueueEach, type JobName } from '../../../platform/jobs/jobs.ts';
import { refreshSoldOutNowAndAfterCommit } from '../../catalogue/availability.service.ts';
import { requireBatch } from '../../stock/batches/batches.service.ts';
import { ordersOfBatch, withdrawRecalled } from '../../stock/batches/recall.service.ts';
import type { OrderEditDeps } from '../administration/edit-order.service.ts';
import { listOrderIdsOfBatch } from './batch-orders.queries.ts';

export type RecallMailJob = { orderId: string; batchId: string };
export const RECALL_MAIL: JobName<RecallMailJob> = 'recall-mail';

type Recalled = { data: Batch; affectedOrders: number };

/** Withdraws a bad batch and mails the buyers who received units of it. Repeating it changes nothing. */
export async function recallBatch(
  deps: OrderEditDeps,
  actor: Pick<SessionUser, '_id'>,
  batchId: string,
  { reason, notify }: RecallInput,
): Promise<Recalled> {
  await inTransaction(deps.db, async (db) => {
    const recalled = await withdrawRecalled(db, { batchId, reason, actorId: actor._id, at: deps.clock.now() });
    if (!recalled) return;
    await refreshSoldOutNowAndAfterCommit(db, recalled.productId);
    if (!notify) return;
    const orderIds = await listOrderIdsOfBatch(db, batchId);
    await enqueueEach(
      db,
      RECALL_MAIL,
      orderIds.map((orderId) => ({ orderId, batchId })),
    );
  });
  return { data: await requireBatch(deps, batchId), affectedOrders: await ordersOfBatch(deps.db, batchId) };
}
