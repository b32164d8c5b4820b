import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../platform/vault.ts';

export type DeliveredUnit = { id: string; goods_id: string };

type ProvableDelivery = { orderId: string; buyerId: string | null; units: readonly DeliveredUnit[] };

/** In the order of their ids. */
export const pairsOf = (units: readonly DeliveredUnit[]) => units.map(({ id, goods_id }) => `${id}=${goods_id}`).sort();

/** Ties an order and its buyer to what was delivered, by every key of the ring: the database alone cannot make one. */
export const proveDelivery = (vault: Vault, { orderId, buyerId, units }: ProvableDelivery) =>
  vault.fingerprintsByKey('delivery', [orderId, buyerId, ...pairsOf(units)].join(' '));

export const isProved = (vault: Vault, delivery: ProvableDelivery, proof: Buffer | null): boolean =>
  proof !== null &&
  proveDelivery(vault, delivery).some(
    ({ fingerprint }) => fingerprint.length === proof.length && timingSafeEqual(fingerprint, proof),
  );
