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

// The length of the id's prefix that ids of one moment share.
const MOMENT_LENGTH = '00000000-0000-7'.length;
// So many rows share one number. Three hexadecimal digits then suffice for `UNITS_A_STATEMENT` rows.
const ROWS_A_NUMBER = 4;

/**
 * Inserts units with ids that grow in the order of the rows. Units are sold in the order of their ids, so units sold one
 * after the other share pages. With random ids, a count would read every page and each sale would write its own page.
 */
export async function insertUnits(db: Database, added: readonly NewUnits[]): Promise<void> {
  const moment = newId().slice(0, MOMENT_LENGTH);
  const place = sql`${moment} || lpad(to_hex(place / ${sql.lit(ROWS_A_NUMBER)}), 3, '0')`;
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

/** Skips units that a buyer is claiming: they are about to be held. */
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

// A hundred thousand units in one statement would reach the statement timeout.
export const UNITS_A_STATEMENT = 10_000;

/** Withdraws available units in parts. Only units that buyers are claiming remain for the caller's last statement. */
export async function withdrawMostUnits(db: Database, column: 'product_id' | 'batch_id', id: string): Promise<void> {
  for (let withdrawn = UNITS_A_STATEMENT; withdrawn === UNITS_A_STATEMENT; ) {
    const { numAffectedRows } = await sql`
      update units set state = 'withdrawn'
      where id = any(array(
        select id from units where ${sql.ref(column)} = ${id} and state = 'available'
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
  await withdrawMostUnits(db, 'product_id', productId);
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
