import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../platform/vault.ts';

export type DeliveredUnit = { id: string; goods_id: string };

type ProvableDelivery = { orderId: string; buyerId: string | null; units: readonly DeliveredUnit[] };

/** Pairs of unit and goods, sorted. */
export const pairsOf = (units: readonly DeliveredUnit[]) => units.map(({ id, goods_id }) => `${id}=${goods_id}`).sort();

/**
 * Keyed hashes of an order, its buyer and its delivered units, one for each key of the ring. Access to the database alone
 * is not enough to forge one.
 */
export const proveDelivery = (vault: Vault, { orderId, buyerId, units }: ProvableDelivery) =>
  vault.fingerprintsByKey('delivery', [orderId, buyerId, ...pairsOf(units)].join(' '));

export const isProved = (vault: Vault, delivery: ProvableDelivery, proof: Buffer | null): boolean =>
  proof !== null &&
  proveDelivery(vault, delivery).some(
    ({ fingerprint }) => fingerprint.length === proof.length && timingSafeEqual(fingerprint, proof),
  );
