import type { Product } from '@shop/contract/products/product';
import { minutesAfter } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { enqueue, type Job, type JobName } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../tables.ts';
import { lockProduct, updateIsSold, updateIsSoldIfUnlocked, updateIsSoldSince } from './availability.queries.ts';
import { productOnWire } from './product-on-wire.ts';
import { findProductToSell } from './product-rows.queries.ts';

/** Returns the product even if it cannot be bought now; undefined if it does not exist. */
export async function findProductForSale(db: Database, id: string, now: Date): Promise<Product | undefined> {
  const row = await findProductToSell(db, { id, now });
  return row && productOnWire(row, now);
}

type SoldOutJob = { productId: string };
const SOLD_OUT_JOB: JobName<SoldOutJob> = 'refresh-sold-out';

/** Call it in the transaction that added units, or that claimed a few units of a large stock. */
export async function refreshSoldOut(db: Database, productId: string): Promise<void> {
  await updateIsSold(db, { productId });
}

/**
 * Call it where other transactions may claim or return the last units at the same time: a job checks again after the
 * commit. The first check skips a locked row, so that a purchase never waits for a bulk edit.
 */
export async function refreshSoldOutNowAndAfterCommit(db: Database, productId: string): Promise<void> {
  // The job has no key: jobs with one key replace each other, and buyers would wait for each other's commit.
  await Promise.all([updateIsSoldIfUnlocked(db, { productId }), enqueue(db, SOLD_OUT_JOB, { productId })]);
}

/** Call it after a buyer was refused: the product may still be marked as on sale although every unit is taken. */
export async function refreshSoldOutIfUnlocked(db: Database, productId: string): Promise<void> {
  await updateIsSoldIfUnlocked(db, { productId });
}

const RECENT_MINUTES = 2;

/**
 * Runs once a minute. Purchases of a large stock do not check again after their commit, but many of them at once may
 * take all of its units while each still sees some left.
 */
export const refreshRecentlySoldOut = (db: Database, now: Date): Promise<void> =>
  updateIsSoldSince(db, minutesAfter(now, -RECENT_MINUTES));

export const soldOutJob = ({ db }: { db: Database }): Job => ({
  name: SOLD_OUT_JOB,
  lane: 'money',
  run: ({ productId }: SoldOutJob) =>
    inTransaction(db, async (db) => {
      await lockProduct(db, productId);
      await refreshSoldOut(db, productId);
    }),
});
