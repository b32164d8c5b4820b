import type { Page } from '@shop/contract/common';
import type { Dashboard } from '@shop/contract/dashboard';
import { EXPIRING_SOON_DAYS } from '@shop/contract/limits/limits';
import { toRupees } from '@shop/contract/money';
import type { Batch, BatchListQuery } from '@shop/contract/stock';
import { type Clock, daysAfter } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import { indianDay } from '../../../platform/indian-day.ts';
import { readPage, type Slice } from '../../../platform/lists/list-page.ts';
import type { PageRange } from '../../../platform/lists/page.ts';
import type { Database } from '../../../tables.ts';
import {
  type BatchRow,
  type BatchSelection,
  claimExpiryMail,
  type ExpiringBatchRow,
  listBatches,
  listBatchIds,
  listExpiringBatches,
  measureBatches,
  type UnitCount,
} from './batches.queries.ts';

export type BatchDeps = { db: Database; clock: Clock };

const sumOf = (counts: UnitCount[], is: (count: UnitCount) => boolean): number =>
  counts.filter(is).reduce((sum, { count }) => sum + count, 0);

const batchOnWire = (row: BatchRow): Batch => ({
  _id: row.id,
  product: { _id: row.product_id, title: row.product_title },
  reference: row.reference,
  supplier: row.supplier,
  unitCost: row.unit_cost_paise === null ? null : toRupees(row.unit_cost_paise),
  expiresOn: row.expires_at && indianDay(row.expires_at),
  createdAt: row.created_at.toISOString(),
  createdBy: row.creator === null ? null : { name: row.creator },
  counts: {
    total: sumOf(row.unit_counts, () => true),
    available: sumOf(row.unit_counts, ({ state, is_over }) => state === 'available' && !is_over),
    held: sumOf(row.unit_counts, ({ state }) => state === 'held'),
    sold: sumOf(row.unit_counts, ({ state }) => state === 'sold'),
    withdrawn: sumOf(row.unit_counts, ({ state }) => state === 'withdrawn'),
    expired: sumOf(row.unit_counts, ({ state, is_over }) => state === 'available' && is_over),
  },
  recalledAt: row.recalled_at?.toISOString() ?? null,
  recallReason: row.recall_reason,
});

export async function requireBatch({ db, clock }: BatchDeps, id: string): Promise<Batch> {
  const [row] = await listBatches(db, [id], clock.now());
  if (!row) throw fail('batchNotFound');
  return batchOnWire(row);
}

async function readBatches(db: Database, range: PageRange, selection: BatchSelection): Promise<Page<Batch>> {
  const extent = await measureBatches(db, selection);
  const listIds = (slice: Slice) => listBatchIds(db, selection, slice);
  return readPage(range, { extent, listIds }, async (ids) =>
    (await listBatches(db, ids, selection.now)).map(batchOnWire),
  );
}

export const listAllBatches = (
  { db, clock }: BatchDeps,
  { q, state, ...range }: BatchListQuery,
): Promise<Page<Batch>> => readBatches(db, range, { q, state, now: clock.now() });

export const listBatchesOf = (
  { db, clock }: BatchDeps,
  productId: string,
  { q, state, ...range }: BatchListQuery,
): Promise<Page<Batch>> => readBatches(db, range, { q, state, productId, now: clock.now() });

type Expiring = Dashboard['expiringBatches'][number];
const untilSoon = (now: Date) => ({ now, before: daysAfter(now, EXPIRING_SOON_DAYS) });

const expiringOnWire = ({ id, reference, product_id, title, units, first }: ExpiringBatchRow): Expiring => ({
  _id: id,
  reference,
  product: { _id: product_id, title },
  expiresOn: indianDay(first),
  units,
});

/** Batches with unsold units that expire soon. */
export const expiringBatches = async (db: Database, now: Date, limit: number): Promise<Expiring[]> =>
  (await listExpiringBatches(db, { ...untilSoon(now), limit })).map(expiringOnWire);

export const findExpiringBatch = async (db: Database, id: string, now: Date): Promise<Expiring | undefined> =>
  (await listExpiringBatches(db, { ...untilSoon(now), limit: 1, id })).map(expiringOnWire)[0];

const MAILED_AT_ONCE = 100;

/** Returns each batch once, when its unsold units begin to expire soon. */
export async function claimExpiringBatches(db: Database, now: Date): Promise<string[]> {
  const rows = await listExpiringBatches(db, { ...untilSoon(now), limit: MAILED_AT_ONCE, isUnmailed: true });
  if (rows.length === 0) return [];
  return claimExpiryMail(
    db,
    rows.map(({ id }) => id),
    now,
  );
}
