import { sql } from 'kysely';
import { only, plannedOnce } from '../../../platform/database/planned-once.ts';
import type { Database } from '../../../tables.ts';
import type { DeliveredUnit } from '../delivery-proofs/delivery-proof.rules.ts';
import type { UnitState } from '../stock.tables.ts';

type Claim = { productId: string; orderId: string; until: Date; now: Date };

// Units that expire first are sold first. The claim takes the goods from the product, so that replacing a shared code need
// not rewrite up to 100,000 units. The units of a pool keep their own goods. The quantity is a literal: with a parameter,
// PostgreSQL expects a tenth of all units and never keeps a generic plan.
const claim = (quantity: number, { productId, orderId, until, now }: Claim) =>
  sql<DeliveredUnit>`
      update units set state = 'held', order_id = ${orderId}, held_until = ${until},
        goods_id = coalesce((select goods_id from products where id = ${productId}), goods_id)
      where id = any(array(
        select id from units where product_id = ${productId} and state = 'available' and expires_at > ${now}
        order by expires_at, id limit ${sql.lit(quantity)} for update skip locked
      )) returning id, goods_id`;

const claimStatements = new Map<number, ReturnType<typeof claimStatement>>();
const claimStatement = (quantity: number) => plannedOnce((db, wanted: Claim) => claim(quantity, wanted).compile(db));

/**
 * Holds units for an order and returns them: fewer than wanted when there are no more. Rows that another buyer is claiming
 * are skipped, so that a hundred buyers of one product do not queue.
 */
export function claimUnits(
  db: Database,
  { quantity, ...wanted }: Claim & { quantity: number },
): Promise<DeliveredUnit[]> {
  const statement = claimStatements.get(quantity) ?? claimStatement(quantity);
  claimStatements.set(quantity, statement);
  return statement(db, wanted);
}

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

export type HeldUnit = DeliveredUnit & { is_dead: boolean };

/** The units that an order holds, locked. A unit is dead when it expired or was recalled after it was held. */
export const lockHeldUnits = plannedOnce((db, { orderId, now }: { orderId: string; now: Date }) =>
  db
    .selectFrom('units')
    .select(['id', 'goods_id', sql<boolean>`expires_at <= ${now}`.as('is_dead')])
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .forNoKeyUpdate()
    .compile(),
);

type Delivery = { orderId: string; at: Date; proof: Buffer; proofKey: string };

/**
 * Turns the live units that an order holds into sold and delivered ones, and counts them. The keys of both delivery tables
 * make this happen once per order and per unit.
 */
export const deliverUnits = only(
  plannedOnce((db, { orderId, at, proof, proofKey }: Delivery) =>
    sql<{ count: number }>`
      with sold as (
        update units set state = 'sold', held_until = null
        where order_id = ${orderId} and state = 'held' and expires_at > ${at} returning id
      ), delivery as (
        insert into deliveries (order_id, delivered_at, proof, proof_key)
        values (${orderId}, ${at}, ${proof}, ${proofKey})
      ), handed_over as (
        insert into delivered_units (unit_id, order_id) select id, ${orderId} from sold
      )
      select count(*) from sold`.compile(db),
  ),
);

export async function withdrawDeliveredUnits(db: Database, orderId: string): Promise<void> {
  await db
    .updateTable('units')
    .set({ state: 'withdrawn', order_id: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'sold')
    .execute();
}
