import type { AdminProduct } from '@shop/contract/products/product-input';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createVault, newVaultKey } from '../../../platform/vault.ts';
import { expectInvariants, tablesContaining } from '../../../testing/checks/invariants.ts';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { isCodeShared } from '../../catalogue/manage/save-product.service.ts';
import { renewProofs } from '../../stock/delivery-proofs/delivery-proofs.service.ts';
import { reencryptGoods } from '../../stock/key-rotation/goods-rotation.service.ts';
import { decryptDeliveredGoods } from '../../stock/units/goods.service.ts';

const BUYERS = 10;
const PURCHASES = 1_000;
const RING = newVaultKey('first');
const SHARED = 'CANARY-SHARED-7Q';

let shop: TestShop;
let bought: string[];
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on', VAULT_KEYS: RING });
  const payments = testPayments(shop);
  await payments.plan('webhook:*', 'drop', { times: PURCHASES * 2 });
  // Half of the units have the same code in several products, like equal codes of different sellers.
  const products = await Promise.all(
    Array.from({ length: 20 }, (_, position) =>
      buildProduct(shop, { units: 60, code: position % 2 ? SHARED : `CANARY-OWN-${position}X` }),
    ),
  );
  const clients = await Promise.all(Array.from({ length: BUYERS }, () => shop.customer()));
  const shopping = async (client: SignedInClient, position: number) => {
    const ids: string[] = [];
    for (let turn = position; turn < PURCHASES; turn += BUYERS) {
      const product = products[turn % products.length];
      if (product) ids.push((await buy(client, payments, product)).order._id);
    }
    return ids;
  };
  bought = (await Promise.all(clients.map(shopping))).flat();
}, 180_000);
afterAll(() => shop.close());

describe('the database after 1,000 purchases', () => {
  it('contains no code in clear in any table', async () => {
    expect(bought).toHaveLength(PURCHASES);
    await expectInvariants(shop);
    // The control: the search finds text that is stored in clear.
    await shop.pool.query(
      "update products set subtitle = 'CANARY-planted' where id = (select id from products limit 1)",
    );
    expect(await tablesContaining(shop.pool, 'CANARY-')).toEqual(['public.products']);
    await shop.pool.query("update products set subtitle = ''");
  });

  it('contains different ciphertexts for equal codes', async () => {
    const { rows } = await shop.pool.query<{ sealed: number; codes: number; prints: number }>(
      `select count(distinct code_sealed)::int as sealed, count(*)::int as codes,
              count(distinct code_fingerprint)::int as prints from goods`,
    );
    expect(rows[0]).toEqual({ sealed: 20, codes: 20, prints: 11 });
  });

  it('finds a code on sale by every key, before the new key has encrypted it', async () => {
    const vault = createVault(`${newVaultKey('next')},${RING}`);
    const product = { _id: newId(), code: SHARED } as AdminProduct;
    expect(await isCodeShared({ ...shop, vault }, product)).toBe(true);
    expect(await isCodeShared({ ...shop, vault }, { ...product, code: 'sold by nobody' })).toBe(false);
  });

  it('stays readable in every old order after a key rotation', async () => {
    const [first = '', second = ''] = [bought[0], bought[1]];
    const before = await decryptDeliveredGoods(shop, first);
    const ring = `${newVaultKey('next')},${RING}`;
    const vault = createVault(ring);
    expect(await reencryptGoods({ db: shop.db, vault })).toBe(20);
    expect(await reencryptGoods({ db: shop.db, vault })).toBe(0);
    await renewProofs({ db: shop.db, vault });
    expect(await decryptDeliveredGoods({ db: shop.db, vault }, first)).toEqual(before);
    const newest = createVault(ring.split(',')[0] ?? '');
    for (const orderId of [first, second, ...bought.slice(-10)])
      expect(await decryptDeliveredGoods({ db: shop.db, vault: newest }, orderId)).toHaveLength(1);
    await expect(decryptDeliveredGoods(shop, first)).rejects.toThrow("vault key 'next' is not in VAULT_KEYS");
  });
});
