import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';

export async function countAvailableUnits(db: Database, productId: string): Promise<number> {
  const { count } = await db
    .selectFrom('units')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('product_id', '=', productId)
    .where('state', '=', 'available')
    .executeTakeFirstOrThrow();
  return count;
}

export type NewUnits = { productId: string; goodsId: string; count: number };

// As far as the part of an id reaches that is the same for all ids of a moment.
const MOMENT_LENGTH = '00000000-0000-7'.length;
// Three hexadecimal digits count them; a statement adds `UNITS_A_STATEMENT` at most.
const NEIGHBOURS = 4;

/**
 * Ids that grow as the rows do, a few neighbours aside: what is sold one after the other lies side by side. A shelf whose
 * units are sold from all over it is read page by page to be counted, and each sale writes to a page of its own.
 */
export async function insertUnits(db: Database, added: readonly NewUnits[]): Promise<void> {
  const moment = newId().slice(0, MOMENT_LENGTH);
  const place = sql`${moment} || lpad(to_hex(place / ${sql.lit(NEIGHBOURS)}), 3, '0')`;
  await sql`
    insert into units (id, product_id, goods_id)
    select overlay(gen_random_uuid()::text placing ${place} from 1)::uuid, product_id, goods_id
    from unnest(
      ${added.map(({ productId }) => productId)}::uuid[], ${added.map(({ goodsId }) => goodsId)}::uuid[],
      ${added.map(({ count }) => count)}::int[]
    ) as line (product_id, goods_id, count), generate_series(1, count) as place`.execute(db);
}

export async function analyzeUnits(db: Database): Promise<void> {
  await sql`analyze units`.execute(db);
}

/** Units that a buyer is claiming at this moment are skipped: they are as good as sold. */
export async function withdrawUnits(db: Database, productId: string, count: number): Promise<void> {
  await sql`
    update units set state = 'withdrawn'
    where id in (
      select id from units where product_id = ${productId} and state = 'available'
      order by expires_at desc, id desc limit ${count} for update skip locked
    )`.execute(db);
}

/**
 * Serializes edits of a product and imports into it, by an advisory lock. A lock of the product's row could deadlock with
 * purchases, which write that row after they have locked units.
 */
export async function lockProductEdits(db: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('product-edit ' || ${id}::text, 0))`.execute(db);
}

// A hundred thousand in one statement would take as long as the database gives any.
export const UNITS_A_STATEMENT = 10_000;

/** Most of what is on a shelf, some at a time: only units that a buyer is at are left to the statement that takes the rest. */
export async function withdrawMost(db: Database, shelf: 'product_id' | 'batch_id', id: string): Promise<void> {
  for (let withdrawn = UNITS_A_STATEMENT; withdrawn === UNITS_A_STATEMENT; ) {
    const { numAffectedRows } = await sql`
      update units set state = 'withdrawn'
      where id = any(array(
        select id from units where ${sql.ref(shelf)} = ${id} and state = 'available'
        limit ${sql.lit(UNITS_A_STATEMENT)} for update skip locked
      ))`.execute(db);
    withdrawn = Number(numAffectedRows);
  }
}

/**
 * Withdraws the unsold units of a product, because it changes how it sells. A held unit stays with its order, but does not
 * become available again. One statement for the rest sees the new state of units that are claimed or released meanwhile.
 */
export async function withdrawAllUnits(db: Database, productId: string): Promise<void> {
  await withdrawMost(db, 'product_id', productId);
  await sql`
    update units set state = case state when 'available' then 'withdrawn' else state end, goes_back = false
    where product_id = ${productId} and state in ('available', 'held')`.execute(db);
}

export async function countUnsoldUnits(db: Database, productId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from units where product_id = ${productId}
      and (state = 'held' or state = 'available' and expires_at > ${now})`.execute(db);
  return rows[0]?.count ?? 0;
}

type Sellable = { productId: string; now: Date; most: number };

/** Counts the units that can be sold now, up to `most`. */
export async function countSellableUnits(db: Database, { productId, now, most }: Sellable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from units where product_id = ${productId} and state = 'available' and expires_at > ${now} limit ${most}
    ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}
