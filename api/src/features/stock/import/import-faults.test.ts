import { describe, expect, it, vi } from 'vitest';
import { createVault, newVaultKey } from '../../../platform/vault.ts';
import { shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { type SignedInClient, signedInClient } from '../../../testing/clients/test-sessions.ts';
import { CANARY } from '../../../testing/data/builders.ts';
import { addBatch, buildPool, newCodes } from '../../../testing/data/pools.ts';
import { type KillableShop, openKillableShop } from '../../../testing/servers/killable-shop.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { reencryptGoods } from '../key-rotation/goods-rotation.service.ts';

const OLD_KEY = newVaultKey('old');
const NEW_KEY = newVaultKey('new');
const CODES = 2_000;

let shop: KillableShop;
let admin: SignedInClient;
async function openShop(): Promise<KillableShop> {
  const database = await createTestDatabase();
  const opened = await openKillableShop(database.url, { VAULT_KEYS: OLD_KEY });
  admin = await signedInClient(opened, opened.url, { role: 'admin' });
  return {
    ...opened,
    async close() {
      await opened.close();
      await database.drop();
    },
  };
}
shareFaultyShop(openShop, (opened) => {
  shop = opened;
});

const add = (productId: string, codes: string[], reference = 'PO-7') =>
  admin.call('adminImportBatch', {
    params: { id: productId },
    // The same input as in `addBatch`, so that the second of both counts as a repeated import.
    body: { reference, supplier: 'Wholesale', codes: codes.join('\n') },
  });

const TABLES = ['batches', 'goods', 'units'] as const;
const rowsOf = async (productId: string) => {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table} where product_id = $1) as ${table}`);
  const { rows } = await shop.pool.query(`select ${counts.join(', ')}`, [productId]);
  return rows[0];
};
const fingerprints = async () =>
  (await shop.pool.query<{ count: number }>('select count(*)::int as count from code_fingerprints')).rows[0]?.count;

describe('a batch import under faults', () => {
  it('a killed import adds nothing, and repeating it adds each code once (fault 44)', async () => {
    // The product has one row of goods from before it became a pool.
    const product = await buildPool(shop, { codes: [] });
    const before = await rowsOf(product.id);
    const known = await fingerprints();
    const codes = newCodes(CODES);
    const blocker = await shop.pool.connect();
    await blocker.query('begin; lock table code_fingerprints in share mode');
    const adding = add(product.id, codes).then(
      () => expect.unreachable('it was answered'),
      () => undefined,
    );
    await vi.waitFor(
      async () => {
        const { rows } = await shop.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from code_fingerprints%'",
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 20_000, interval: 10 },
    );
    await shop.kill();
    await adding;
    await blocker.query('rollback');
    blocker.release();
    await shop.restart();
    expect([await rowsOf(product.id), await fingerprints()]).toEqual([before, known]);

    const added = await add(product.id, codes);
    expect([added.status, added.body.code]).toEqual([201, undefined]);
    const again = await add(product.id, codes);
    expect([again.status, again.body.data]).toEqual([200, added.body.data]);
    expect(await rowsOf(product.id)).toMatchObject({ batches: 1, units: CODES });
  });

  it('concurrent equal imports in two processes add each code once (fault 44)', async () => {
    const product = await buildPool(shop, { codes: [] });
    const codes = newCodes(CODES);
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => add(product.id, codes)),
      addBatch(shop, product.id, { codes, reference: 'PO-7' }).catch((error) => ({
        status: 0,
        body: { code: error.message },
      })),
    ]);
    const statuses = replies.flatMap((reply) => ('status' in reply ? [reply.status] : []));
    expect(statuses.every((status) => status === 200 || status === 201 || status === 0)).toBe(true);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    expect(await rowsOf(product.id)).toMatchObject({ batches: 1, units: CODES });
  });

  it('of concurrent imports of the same codes, one is accepted (fault 44)', async () => {
    const [one, other] = [await buildPool(shop, { codes: [] }), await buildPool(shop, { codes: [] })];
    const codes = newCodes(CODES);
    const replies = await Promise.all([
      add(one.id, codes, 'A').then(({ status, body }) => status === 201 || body.code),
      addBatch(shop, other.id, { codes, reference: 'B' }).then(
        () => true,
        (error) => error.key,
      ),
    ]);
    expect(replies.filter((reply) => reply === true)).toHaveLength(1);
    expect(replies.find((reply) => reply !== true)).toMatch(/BATCH_REFUSED|batchRefused/);
    const [units] = (
      await shop.pool.query('select count(*)::int as count from units where product_id = any($1)', [[one.id, other.id]])
    ).rows;
    expect(units).toEqual({ count: CODES });
  });

  it('an import during a key rotation finds known codes with both rings (fault 44)', async () => {
    const product = await buildPool(shop, { codes: [] });
    const codes = newCodes(1_200);
    await addBatch(shop, product.id, { codes, reference: 'before' });
    const grown = createVault(`${NEW_KEY},${OLD_KEY}`);
    const holder = await shop.pool.connect();
    // The rotation skips these locked rows, so it stays incomplete.
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    await holder.query('select 1 from goods where product_id = $1 order by id limit 300 for update', [product.id]);
    await reencryptGoods({ db: shop.db, vault: grown });
    const keys = await shop.pool.query(
      'select key_id, count(*)::int as count from goods where product_id = $1 group by key_id order by key_id',
      [product.id],
    );
    expect(keys.rows.map(({ key_id }) => key_id)).toEqual(['new/purpose', 'old/purpose']);
    const refusals = async (vaults: ReturnType<typeof createVault>[]) => {
      const attempts = vaults.map((vault) =>
        addBatch(shop, product.id, { codes, vault, reference: 'again' }).then(
          () => 'added',
          (error) => [error.key, error.details.report.accepted],
        ),
      );
      return Promise.all(attempts);
    };
    expect(await refusals([grown, shop.vault])).toEqual([
      ['batchRefused', 0],
      ['batchRefused', 0],
    ]);
    // The content fingerprint of a repeated batch is recognized too.
    expect((await addBatch(shop, product.id, { codes, vault: grown, reference: 'before' })).counts.total).toBe(1_200);
    await holder.query('rollback');
    holder.release();

    await reencryptGoods({ db: shop.db, vault: grown });
    const newest = createVault(NEW_KEY);
    await reencryptGoods({ db: shop.db, vault: newest });
    expect(await refusals([newest])).toEqual([['batchRefused', 0]]);
    const left = await shop.pool.query('select distinct key_id from code_fingerprints');
    expect(left.rows).toEqual([{ key_id: 'new' }]);
    // Rotates back, because later tests use the shop's own ring.
    await reencryptGoods({ db: shop.db, vault: createVault(`${OLD_KEY},${NEW_KEY}`) });
  });

  it('a recalled code that was added again stays known after rotations (fault 44)', async () => {
    const [wrong, right] = [await buildPool(shop, { codes: [] }), await buildPool(shop, { codes: [] })];
    const codes = newCodes(3);
    const batch = await addBatch(shop, wrong.id, { codes });
    const grown = createVault(`${NEW_KEY},${OLD_KEY}`);
    await reencryptGoods({ db: shop.db, vault: grown });
    await admin.call('adminRecallBatch', { params: { id: batch._id }, body: { reason: 'The wrong product' } });
    // A process with the old ring imports: under the new key, only the recalled goods have a fingerprint.
    await addBatch(shop, right.id, { codes, reference: 'right' });
    await reencryptGoods({ db: shop.db, vault: grown });
    const newest = createVault(NEW_KEY);
    await reencryptGoods({ db: shop.db, vault: newest });
    const again = addBatch(shop, wrong.id, { codes, vault: newest, reference: 'again' });
    await expect(again).rejects.toMatchObject({ key: 'batchRefused', details: { report: { accepted: 0 } } });
    await reencryptGoods({ db: shop.db, vault: createVault(`${OLD_KEY},${NEW_KEY}`) });
  });

  it('the log of imports contains no code (fault 44)', async () => {
    expect(shop.logged()).toContain('/batches');
    expect(shop.logged()).not.toContain(CANARY);
  });
});
