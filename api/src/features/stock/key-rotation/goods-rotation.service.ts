import { inTransaction } from '../../../platform/database/database.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { decryptGoods, encryptGoods, encryptPoolGoods } from '../units/encrypt-goods.ts';
import {
  addFingerprints,
  claimGoodsOfOtherKeys,
  removeFingerprintsOfOtherKeys,
  updateEncryptedGoods,
} from './goods-rotation.queries.ts';

type RotationDeps = { db: Database; vault: Vault };

const BATCH = 500;

/**
 * Encrypts all goods with the newest key, one batch per transaction, so that an interrupted run can continue. At any time,
 * each code of a pool has a fingerprint by some key of the ring.
 */
export async function reencryptGoods({ db, vault }: RotationDeps): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inTransaction(db, (db) => reencryptBatch(db, vault));
    if (count === 0) {
      await removeOldFingerprints({ db, vault });
      return total;
    }
    total += count;
  }
}

async function reencryptBatch(db: Database, vault: Vault): Promise<number> {
  const batch = await claimGoodsOfOtherKeys(db, vault.keyId, BATCH);
  const decrypted = batch.map((row) => ({ id: row.id, isOfPool: row.is_of_pool, goods: decryptGoods(vault, row) }));
  await updateEncryptedGoods(
    db,
    decrypted.map(({ id, isOfPool, goods }) => ({
      id,
      ...(isOfPool ? encryptPoolGoods : encryptGoods)(vault, id, goods),
    })),
  );
  const prints = decrypted
    .filter(({ isOfPool }) => isOfPool)
    .map(({ id, goods }) => ({ goodsId: id, ...vault.fingerprintsByKey('code', goods.code)[0] }));
  await addFingerprints(db, prints);
  return batch.length;
}

const FINGERPRINTS_A_STATEMENT = 10_000;

/** Removes the fingerprints of keys that left the ring: they cannot be compared any more. */
async function removeOldFingerprints({ db, vault }: RotationDeps): Promise<void> {
  let last: Buffer | undefined = Buffer.alloc(0);
  while (last)
    last = await removeFingerprintsOfOtherKeys(db, {
      after: last,
      keyIds: vault.keyIds,
      limit: FINGERPRINTS_A_STATEMENT,
    });
}
