import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../tables.ts';
import { claimRecall, countOrdersOfBatch, withdrawBatch } from './recall.queries.ts';

type Recall = { batchId: string; reason: string; actorId: string; at: Date };

/** Returns the product's id; undefined if the batch does not exist or was already recalled. */
export async function withdrawRecalled(
  db: Database,
  { batchId, reason, actorId, at }: Recall,
): Promise<{ productId: string } | undefined> {
  const batch = await claimRecall(db, { id: batchId, reason, at });
  if (!batch) return undefined;
  await withdrawBatch(db, batchId);
  await recordAudit(db, {
    at,
    actorId,
    action: 'batch.recalled',
    subjectType: 'batch',
    subjectId: batchId,
    details: { reference: batch.reference, reason },
  });
  return { productId: batch.product_id };
}

export const ordersOfBatch = (db: Database, batchId: string): Promise<number> => countOrdersOfBatch(db, batchId);
