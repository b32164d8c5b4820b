import { NO_ID } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { isProved, proveDelivery } from './delivery-proof.rules.ts';
import { type DeliveryRow, listProvedByOtherKeys, listUnproved, updateProofs } from './delivery-proofs.queries.ts';

export type ProofDeps = { db: Database; vault: Vault };

const BATCH = 500;

const provable = ({ order_id, buyer_id, units }: DeliveryRow) => ({ orderId: order_id, buyerId: buyer_id, units });

const newProof = (vault: Vault, row: DeliveryRow) => ({
  orderId: row.order_id,
  from: row.proof,
  ...proveDelivery(vault, provable(row))[0],
});

/** Renews proofs in batches, in the order of the order ids. Each row is read once. */
async function renewInBatches(
  { db, vault }: ProofDeps,
  list: (after: string) => Promise<DeliveryRow[]>,
): Promise<void> {
  for (let after = NO_ID; ; ) {
    const rows = await list(after);
    const last = rows.at(-1);
    if (!last) return;
    // An invalid proof is left as it is. A new proof would hide the manipulation.
    const valid = rows.filter((row) => row.proof === null || isProved(vault, provable(row), row.proof));
    await updateProofs(
      db,
      valid.map((row) => newProof(vault, row)),
    );
    after = last.order_id;
  }
}

/**
 * Adds proofs to deliveries of older versions. It runs only at a start and once after it: proving every row that is found
 * without a proof would also prove a delivery that was just changed by hand.
 */
export const proveDeliveries = (deps: ProofDeps): Promise<void> =>
  renewInBatches(deps, (after) => listUnproved(deps.db, { after, limit: BATCH }));

/** For a key rotation: the old key must still be in the ring, because the old proofs are checked first. */
export const renewProofs = (deps: ProofDeps): Promise<void> =>
  renewInBatches(deps, (after) =>
    listProvedByOtherKeys(deps.db, { keyId: deps.vault.keyIds[0] ?? '', after, limit: BATCH }),
  );

export const PROVE_DELIVERIES = 'prove-deliveries';

export const proveDeliveriesJob = (deps: ProofDeps): Job => ({
  name: PROVE_DELIVERIES,
  lane: 'money',
  run: () => proveDeliveries(deps),
});
