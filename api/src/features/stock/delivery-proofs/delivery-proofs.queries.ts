import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import type { DeliveredUnit } from './delivery-proof.rules.ts';

export type DeliveryRow = {
  order_id: string;
  buyer_id: string | null;
  proof: Buffer | null;
  units: DeliveredUnit[];
};

const deliveries = (db: Database) =>
  db
    .selectFrom('deliveries')
    .innerJoin('orders', 'orders.id', 'deliveries.order_id')
    .select(['deliveries.order_id', 'orders.buyer_id', 'deliveries.proof'])
    .select(
      sql<DeliveredUnit[]>`(
        select coalesce(json_agg(json_build_object('id', units.id, 'goods_id', units.goods_id)), '[]')
        from delivered_units join units on units.id = delivered_units.unit_id
        where delivered_units.order_id = deliveries.order_id
      )`.as('units'),
    );

type Range = { after: string; limit: number };

export const listUnproved = (db: Database, { after, limit }: Range): Promise<DeliveryRow[]> =>
  deliveries(db)
    .where('deliveries.proof', 'is', null)
    .where('deliveries.order_id', '>', after)
    .orderBy('deliveries.order_id')
    .limit(limit)
    .execute();

export const listProvedByOtherKeys = (
  db: Database,
  { keyId, after, limit }: Range & { keyId: string },
): Promise<DeliveryRow[]> =>
  deliveries(db)
    .where('deliveries.proof_key', '<>', keyId)
    .where('deliveries.order_id', '>', after)
    .orderBy('deliveries.order_id')
    .limit(limit)
    .execute();

type NewProof = { orderId: string; from: Buffer | null; keyId: string; fingerprint: Buffer };

/** Updates only rows whose proof is still the one that was read. */
export async function updateProofs(db: Database, proofs: readonly NewProof[]): Promise<void> {
  await sql`
    update deliveries set proof = renewed.proof, proof_key = renewed.key
    from unnest(
      ${proofs.map(({ orderId }) => orderId)}::uuid[], ${proofs.map(({ from }) => from)}::bytea[],
      ${proofs.map(({ fingerprint }) => fingerprint)}::bytea[], ${proofs.map(({ keyId }) => keyId)}::text[]
    ) as renewed (order_id, old, proof, key)
    where deliveries.order_id = renewed.order_id and deliveries.proof is not distinct from renewed.old`.execute(db);
}
