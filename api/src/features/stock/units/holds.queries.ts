import { sql } from 'kysely';
import { only, plannedOnce } from '../../../platform/database/planned-once.ts';
import type { Database, UnitState } from '../../../tables.ts';
import { type DeliveredUnit, pairsOf } from '../delivery-proofs/delivery-proof.rules.ts';

type Claim = { productId: string; orderId: string; until: Date; now: Date };

// What expires first is sold first. What a unit delivers is settled here, by the product: a code that is replaced leaves
// up to a hundred thousand units on the shelf as they were. In a pool each keeps its own. The quantity is written out: a
// plan for any quantity expects a tenth of all units, so that none would ever be kept.
const claim = (quantity: number, { productId, orderId, until, now }: Claim) =>
  sql<DeliveredUnit>`
      update units set state = 'held', order_id = ${orderId}, held_until = ${until},
        goods_id = coalesce((select goods_id from products where id = ${productId}), goods_id)
      where id = any(array(
        select id from units where product_id = ${productId} and state = 'available' and expires_at > ${now}
        order by expires_at, id limit ${sql.lit(quantity)} for update skip locked
      )) returning id, goods_id`;

const byQuantity = <Statement>(write: (quantity: number) => Statement) => {
  const written = new Map<number, Statement>();
  return (quantity: number): Statement => {
    const statement = written.get(quantity) ?? write(quantity);
    written.set(quantity, statement);
    return statement;
  };
};

const claimUpTo = byQuantity((quantity) => plannedOnce((db, wanted: Claim) => claim(quantity, wanted).compile(db)));

type Wanted = Claim & { quantity: number };

/**
 * Holds units for an order and tells which. Rows that another buyer is claiming are skipped, not waited for, so that a
 * hundred buyers of one product do not queue.
 */
export const claimUnits = (db: Database, { quantity, ...wanted }: Wanted): Promise<DeliveredUnit[]> =>
  claimUpTo(quantity)(db, wanted);

const afterHold = {
  state: sql<UnitState>`case when goes_back then 'available' else 'withdrawn' end`,
  order_id: null,
  held_until: null,
};

export async function releaseUnits(db: Database, orderId: string): Promise<void> {
  await db.updateTable('units').set(afterHold).where('order_id', '=', orderId).where('state', '=', 'held').execute();
}

/** Those that expired or were recalled while they were held; tells how many. */
export async function releaseDeadUnits(db: Database, orderId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('units')
    .set(afterHold)
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

type Delivery = { orderId: string; at: Date; units: readonly DeliveredUnit[]; proof: Buffer; proofKey: string };

type ProvedDelivery = Omit<Delivery, 'units'> & { pairs: string[] };

const deliverPairs = only(
  plannedOnce((db, { orderId, at, pairs, proof, proofKey }: ProvedDelivery) =>
    sql<{ is_as_held: boolean }>`
    with sold as (
      update units set state = 'sold', held_until = null
      where order_id = ${orderId} and state = 'held' and expires_at > ${at} returning id, goods_id
    ), delivery as (
      insert into deliveries (order_id, delivered_at, proof, proof_key)
      values (${orderId}, ${at}, ${proof}, ${proofKey})
    ), handed as (
      insert into delivered_units (unit_id, order_id) select id, ${orderId} from sold
    )
    select coalesce(array_agg(id || '=' || goods_id order by id), '{}') = ${pairs}::text[] as is_as_held
    from sold`.compile(db),
  ),
);

/**
 * Marks the units that an order holds as sold and delivered. Answers false if they are not exactly `units`: the caller must
 * then roll back. The keys of both delivery tables allow this once per order and per unit.
 */
export const deliverUnits = async (db: Database, { units, ...delivery }: Delivery): Promise<boolean> =>
  (await deliverPairs(db, { ...delivery, pairs: pairsOf(units) })).is_as_held;

/** What an order holds at this moment. */
export const listHeldUnits = (db: Database, orderId: string): Promise<DeliveredUnit[]> =>
  db
    .selectFrom('units')
    .select(['id', 'goods_id'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .execute();

export async function withdrawDeliveredUnits(db: Database, orderId: string): Promise<void> {
  await db
    .updateTable('units')
    .set({ state: 'withdrawn', order_id: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'sold')
    .execute();
}
