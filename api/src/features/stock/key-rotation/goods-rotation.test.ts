import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createVault, newVaultKey, type Vault } from '../../../platform/vault.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { addBatch, buildPool, newCodes } from '../../../testing/data/pools.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { isCodeOnSale } from '../../catalogue/manage/products-admin.queries.ts';
import { withdrawRecalled } from '../batches/recall.service.ts';
import { reencryptGoods } from './goods-rotation.service.ts';

const FIRST = newVaultKey('k1');
const SECOND = newVaultKey('k2');
const THIRD = newVaultKey('k3');
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: FIRST });
});
afterAll(() => shop.close());

/** Rotates to the second and then to the third key. */
async function rotateTwice(): Promise<Vault> {
  for (const ring of [`${SECOND},${FIRST}`, `${THIRD},${SECOND}`])
    await reencryptGoods({ db: shop.db, vault: createVault(ring) });
  return createVault(THIRD);
}

const outcomeOf = (adding: Promise<unknown>) =>
  adding.then(
    () => 'added',
    (error) => error.key,
  );

it('codes of pools and shared codes stay known after two key rotations', async () => {
  const pool = await buildPool(shop, { codes: newCodes(3) });
  const [code = ''] = newCodes(1);
  const shared = await buildProduct(shop, { code });
  const vault = await rotateTwice();
  expect(await outcomeOf(addBatch(shop, pool.id, { codes: pool.codes, vault }))).toBe('batchRefused');
  expect(await isCodeOnSale(shop.db, vault.fingerprints('code', code), newId())).toBe(true);
  expect(await isCodeOnSale(shop.db, vault.fingerprints('code', code), shared.id)).toBe(false);
  expect(await outcomeOf(addBatch(shop, pool.id, { codes: [code], vault }))).toBe('added');
  const { rows } = await shop.pool.query('select distinct key_id from code_fingerprints order by key_id');
  expect(rows).toEqual([{ key_id: 'k2' }, { key_id: 'k3' }]);
});

it('a rotation keeps a recalled code that was added again known as in stock', async () => {
  const own = await openTestShop({ VAULT_KEYS: FIRST });
  try {
    const [{ id }, codes] = [await buildPool(own, { codes: [] }), newCodes(2)];
    const bad = await addBatch(own, id, { codes });
    const actorId = (await own.admin()).user.id;
    const recall = { batchId: bad._id, reason: 'Bad', actorId, at: own.clock.now() };
    await inTransaction(own.db, (db) => withdrawRecalled(db, recall));
    await addBatch(own, id, { codes });
    const vault = createVault(`${SECOND},${FIRST}`);
    await reencryptGoods({ db: own.db, vault });
    expect(await outcomeOf(addBatch(own, id, { codes, vault: createVault(SECOND) }))).toBe('batchRefused');
  } finally {
    await own.close();
  }
});
