import type { Product } from '@shop/contract/products/product';
import { minutesAfter } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { enqueue, type Job, type JobName } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../tables.ts';
import { lockProduct, updateIsSold, updateIsSoldIfFree, updateSoldSince } from './availability.queries.ts';
import { productOnWire } from './product-on-wire.ts';
import { findProductToSell } from './product-rows.queries.ts';

/** A product as it stands now, whether or not it may be bought; undefined when there is none. */
export async function findProductForSale(db: Database, id: string, now: Date): Promise<Product | undefined> {
  const row = await findProductToSell(db, { id, now });
  return row && productOnWire(row, now);
}

type SoldOutJob = { productId: string };
const SOLD_OUT_JOB: JobName<SoldOutJob> = 'refresh-sold-out';

/** To be called in the transaction that loaded units, or claimed some of many. */
export async function refreshSoldOut(db: Database, productId: string): Promise<void> {
  await updateIsSold(db, { productId });
}

/**
 * The same where others may be claiming or returning the last units at this moment, each blind to the other: whoever
 * commits, the product is looked at once more afterwards. So nobody waits for its row: who buys the last unit would for as
 * long as many products are being changed.
 */
export async function refreshSoldOutNowAndAfterCommit(db: Database, productId: string): Promise<void> {
  // Without a key: jobs that replace each other would make buyers wait for each other's commit.
  await Promise.all([updateIsSoldIfFree(db, { productId }), enqueue(db, SOLD_OUT_JOB, { productId })]);
}

/** After somebody was refused: the product may count as on sale though all of it is taken. */
export async function noteNothingLeft(db: Database, productId: string): Promise<void> {
  await updateIsSoldIfFree(db, { productId });
}

const LATELY_MINUTES = 2;

/**
 * Once a minute: more may have taken the last units at once, in as many processes, than those who look twice. Each saw some
 * left.
 */
export const refreshSoldLately = (db: Database, now: Date): Promise<void> =>
  updateSoldSince(db, minutesAfter(now, -LATELY_MINUTES));

export const soldOutJob = ({ db }: { db: Database }): Job => ({
  name: SOLD_OUT_JOB,
  lane: 'money',
  run: ({ productId }: SoldOutJob) =>
    inTransaction(db, async (db) => {
      await lockProduct(db, productId);
      await refreshSoldOut(db, productId);
    }),
});
