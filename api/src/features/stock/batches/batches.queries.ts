import type { BatchListQuery } from '@shop/contract/stock';
import type { BatchState } from '@shop/contract/stock-kinds';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Extent, Slice } from '../../../platform/lists/list-page.ts';
import { listIds, measureRows } from '../../../platform/lists/list-rows.queries.ts';
import { containing } from '../../../platform/lists/list-search.queries.ts';
import type { Database, Row } from '../../../tables.ts';
import type { UnitState } from '../stock.tables.ts';

export type UnitCount = { state: UnitState; is_over: boolean; count: number };
export type BatchRow = Omit<Row<'batches'>, 'first_expires_at' | 'content_fingerprint' | 'expiry_told_at'> & {
  product_title: string;
  creator: string | null;
  unit_counts: UnitCount[];
};

/** The batches in the order of `ids`. Only the units of these batches are counted, by index. */
export const listBatches = (db: Database, ids: string[], now: Date): Promise<BatchRow[]> =>
  db
    .selectFrom('batches')
    .innerJoin('products', 'products.id', 'batches.product_id')
    .leftJoin('users', 'users.id', 'batches.created_by')
    .select([
      'batches.id',
      'batches.product_id',
      'batches.reference',
      'batches.supplier',
      'batches.unit_cost_paise',
      'batches.expires_at',
      'batches.created_by',
      'batches.created_at',
      'batches.recalled_at',
      'batches.recall_reason',
      'products.title as product_title',
      'users.name as creator',
      sql<UnitCount[]>`coalesce((
        select json_agg(counts) from (
          select state, expires_at <= ${now} as is_over, count(*) from units
          where units.batch_id = batches.id group by 1, 2
        ) as counts
      ), '[]')`.as('unit_counts'),
    ])
    .where(sql<boolean>`batches.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], batches.id)`)
    .execute();

export type BatchSelection = Pick<BatchListQuery, 'q' | 'state'> & { productId?: string; now: Date };

// Whether a batch has a unit in a state. One index lookup, also for a large batch.
const hasUnit = (state: UnitState, expiry?: Expression<SqlBool>) =>
  sql<boolean>`exists (select from units where units.batch_id = batches.id and units.state = ${sql.lit(state)}
    and ${expiry ?? sql`true`})`;

function isInState(state: BatchState, now: Date): Expression<SqlBool> {
  if (state === 'recalled') return sql`recalled_at is not null`;
  const isOpen = sql`(${hasUnit('held')} or ${hasUnit('available', sql`units.expires_at > ${now}`)})`;
  if (state === 'open') return sql`recalled_at is null and ${isOpen}`;
  const isOver = hasUnit('available', sql`units.expires_at <= ${now}`);
  if (state === 'expired') return sql`recalled_at is null and not ${isOpen} and ${isOver}`;
  return sql`recalled_at is null and not ${isOpen} and not ${isOver}`;
}

function selectBatches(db: Database, { q, state, productId, now }: BatchSelection) {
  let query = db.selectFrom('batches');
  if (productId) query = query.where('product_id', '=', productId);
  if (state !== 'all') query = query.where(sql<boolean>`${isInState(state, now)}`);
  if (q)
    query = query.where(
      sql<boolean>`normalize(reference || ' ' || supplier || ' ' || (select title from products where id = product_id))
        ilike ${containing(q)}`,
    );
  return query;
}

export const measureBatches = (db: Database, selection: BatchSelection): Promise<Extent> =>
  measureRows(db, selectBatches(db, selection));

/** Newest first. */
export const listBatchIds = (db: Database, selection: BatchSelection, slice: Slice): Promise<string[]> =>
  listIds(selectBatches(db, selection), [sql.ref('created_at'), 'desc'], slice);

export type ExpiringBatchRow = {
  id: string;
  reference: string;
  product_id: string;
  title: string;
  units: number;
  first: Date;
};

type Expiring = { now: Date; before: Date; limit: number; id?: string; isUnmailed?: true };

/** Batches with unsold units that expire before a time, and the number of these units. The first to expire comes first. */
export function listExpiringBatches(
  db: Database,
  { now, before, limit, id, isUnmailed }: Expiring,
): Promise<ExpiringBatchRow[]> {
  let query = db
    .selectFrom('batches')
    .innerJoin('products', 'products.id', 'batches.product_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('units')
          .whereRef('units.batch_id', '=', 'batches.id')
          .where('units.state', '=', 'available')
          .where('units.expires_at', '>', now)
          .where('units.expires_at', '<=', before)
          .select(({ fn }) => [fn.countAll<number>().as('units'), sql<Date>`min(units.expires_at)`.as('first')])
          .having(({ fn }) => fn.countAll(), '>', 0)
          .as('expiring'),
      (join) => join.onTrue(),
    )
    .select(['batches.id', 'batches.reference', 'batches.product_id', 'products.title'])
    .select(['expiring.units', 'expiring.first'])
    .where('batches.recalled_at', 'is', null)
    .where('batches.first_expires_at', '<=', before)
    .where('products.deleted_at', 'is', null);
  if (id) query = query.where('batches.id', '=', id);
  if (isUnmailed) query = query.where('batches.expiry_told_at', 'is', null);
  return query.orderBy('expiring.first').orderBy('batches.id').limit(limit).execute();
}

/** Marks batches as mailed and returns the ids of those that were not marked before. */
export const claimExpiryMail = async (db: Database, ids: string[], at: Date): Promise<string[]> => {
  const rows = await db
    .updateTable('batches')
    .set({ expiry_told_at: at })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('expiry_told_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};
