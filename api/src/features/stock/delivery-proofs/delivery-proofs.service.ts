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

/** Batch by batch, in the order of their ids; what `list` has answered with once does not come again. */
async function renew({ db, vault }: ProofDeps, list: (after: string) => Promise<DeliveryRow[]>): Promise<void> {
  for (let after = NO_ID; ; ) {
    const rows = await list(after);
    const last = rows.at(-1);
    if (!last) return;
    // One that does not hold is left as it is: it would be hidden by a new one.
    const sound = rows.filter((row) => row.proof === null || isProved(vault, provable(row), row.proof));
    await updateProofs(
      db,
      sound.map((row) => newProof(vault, row)),
    );
    after = last.order_id;
  }
}

/**
 * Proves what was delivered before there were proofs, or by a process of the version before. At a start and once after
 * it, not whenever something is found without: that would prove what somebody has just repointed.
 */
export const proveDeliveries = (deps: ProofDeps): Promise<void> =>
  renew(deps, (after) => listUnproved(deps.db, { after, limit: BATCH }));

/** For the rotation of the vault's keys: until the old key leaves the ring both are known. */
export const renewProofs = (deps: ProofDeps): Promise<void> =>
  renew(deps, (after) => listProvedByOtherKeys(deps.db, { keyId: deps.vault.keyIds[0] ?? '', after, limit: BATCH }));

export const PROVE_DELIVERIES = 'prove-deliveries';

export const proveDeliveriesJob = (deps: ProofDeps): Job => ({
  name: PROVE_DELIVERIES,
  lane: 'money',
  run: () => proveDeliveries(deps),
});
