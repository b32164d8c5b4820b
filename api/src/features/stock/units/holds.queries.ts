import { sql } from 'kysely';
import { only, plannedOnce } from '../../../platform/database/planned-once.ts';
import type { Database } from '../../../tables.ts';
import { type DeliveredUnit, pairsOf } from '../delivery-proofs/delivery-proof.rules.ts';
import type { UnitState } from '../stock.tables.ts';

type Claim = { productId: string; orderId: string; until: Date; now: Date };

// The unit that expires first is sold first. A unit with a shared code gets its goods here, from the product, so that a new
// code need not update a hundred thousand units; a pool's unit keeps its own. The quantity is a literal: with a parameter,
// the planner expects a tenth of all units and never keeps a generic plan.
const claimStatement = (quantity: number, { productId, orderId, until, now }: Claim) =>
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

const claimUpTo = byQuantity((quantity) =>
  plannedOnce((db, wanted: Claim) => claimStatement(quantity, wanted).compile(db)),
);
const claimExactly = byQuantity((quantity) =>
  only(
    plannedOnce((db, wanted: Claim) =>
      sql<{ units: DeliveredUnit[] }>`
        with claimed as (${claimStatement(quantity, wanted)})
        select json_agg(claimed) as units from claimed
        having case when count(*) = ${sql.lit(quantity)} then true else refuse('fewer units than are wanted') end`.compile(
        db,
      ),
    ),
  ),
);

type Wanted = Claim & { quantity: number };

/**
 * Holds units for an order and returns them. `skip locked` skips units that another buyer is claiming, so that a hundred
 * buyers of one product do not queue.
 */
export const claimUnits = (db: Database, { quantity, ...wanted }: Wanted): Promise<DeliveredUnit[]> =>
  claimUpTo(quantity)(db, wanted);

/** Claims the whole quantity or fails. */
export const claimAllUnits = async (db: Database, { quantity, ...wanted }: Wanted): Promise<DeliveredUnit[]> =>
  (await claimExactly(quantity)(db, wanted)).units;

const releasedState = {
  state: sql<UnitState>`case when goes_back then 'available' else 'withdrawn' end`,
  order_id: null,
  held_until: null,
};

export async function releaseUnits(db: Database, orderId: string): Promise<void> {
  await db
    .updateTable('units')
    .set(releasedState)
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .execute();
}

/** Releases the held units that expired or were recalled, and returns their number. */
export async function releaseDeadUnits(db: Database, orderId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('units')
    .set(releasedState)
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

type Delivery = { orderId: string; at: Date; units: readonly DeliveredUnit[]; proof: Buffer; proofKey: string };

type ProvedDelivery = Omit<Delivery, 'units'> & { pairs: string[] };

const deliverPairs = plannedOnce((db, { orderId, at, pairs, proof, proofKey }: ProvedDelivery) =>
  sql`
    with sold as (
      update units set state = 'sold', held_until = null
      where order_id = ${orderId} and state = 'held' and expires_at > ${at} returning id, goods_id
    ), delivery as (
      insert into deliveries (order_id, delivered_at, proof, proof_key)
      values (${orderId}, ${at}, ${proof}, ${proofKey})
    ), handed as (
      insert into delivered_units (unit_id, order_id) select id, ${orderId} from sold
    )
    select from sold
    having case when coalesce(array_agg(id || '=' || goods_id order by id), '{}') = ${pairs}::text[]
      then true else refuse('not the units that were held') end`.compile(db),
);

/**
 * Marks the held units of an order as sold and delivered. Fails unless they are exactly `units`. The primary keys of both
 * delivery tables allow one delivery per order and per unit.
 */
export async function deliverUnits(db: Database, { units, ...delivery }: Delivery): Promise<void> {
  await deliverPairs(db, { ...delivery, pairs: pairsOf(units) });
}

/** The units that an order holds now. */
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
