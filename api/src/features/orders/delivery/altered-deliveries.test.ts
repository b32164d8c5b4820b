import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, newVaultKey } from '../../../platform/vault.ts';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct, buildUser } from '../../../testing/data/builders.ts';
import { buildPool } from '../../../testing/data/pools.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { proveDeliveries, renewProofs } from '../../stock/delivery-proofs/delivery-proofs.service.ts';
import { decryptDeliveredGoods } from '../../stock/units/goods.service.ts';

const RING = newVaultKey('first');
let shop: TestShop;
beforeAll(async () => {
  // The findings of this test are faults, and logged as such.
  shop = await openTestShop({ LOG_LEVEL: 'silent', VAULT_KEYS: RING });
});
afterAll(() => shop.close());

const bought = async () => {
  const buyer = await shop.customer();
  const { order } = await buy(buyer, testPayments(shop), await buildProduct(shop));
  return { buyer, orderId: order._id, reveal: () => buyer.call('revealOrder', { params: { id: order._id } }) };
};

describe('an attacker who can write to the database but has no key', () => {
  const dear = 'DEAR-1';
  const attacks: Record<string, (mine: string, theirs: { orderId: string; goodsId: string }) => [string, unknown[]]> = {
    'points a delivered unit at other goods': (mine, { goodsId }) => [
      'update units set goods_id = $2 where order_id = $1',
      [mine, goodsId],
    ],
    'takes another unit into the order': (mine, { orderId }) => [
      'update delivered_units set order_id = $1 where order_id = $2',
      [mine, orderId],
    ],
    'takes the proof of another order, too': (mine, { orderId, goodsId }) => [
      `with unit as (update units set goods_id = $3 where order_id = $1)
       update deliveries set proof = (select proof from deliveries where order_id = $2) where order_id = $1`,
      [mine, orderId, goodsId],
    ],
    'takes the proof away': (mine, { goodsId }) => [
      `with unit as (update units set goods_id = $2 where order_id = $1)
       update deliveries set proof = null where order_id = $1`,
      [mine, goodsId],
    ],
  };

  it.each(Object.keys(attacks))('%s and sees no code', async (name) => {
    const { reveal, orderId } = await bought();
    const product = await buildProduct(shop, { code: dear });
    const victim = await shop.customer();
    const { order: theirs } = await buy(victim, testPayments(shop), product);
    // The control: an unchanged order shows its code.
    expect((await reveal()).status).toBe(200);
    const [text, values] = attacks[name]?.(orderId, { orderId: theirs._id, goodsId: product.goods_id }) ?? ['', []];
    expect((await shop.pool.query(text, values)).rowCount).toBe(1);
    const { status, body } = await reveal();
    expect([status, body.code]).toEqual([500, 'UNEXPECTED']);
    expect(JSON.stringify(body)).not.toContain(dear);
  });

  it('takes the order of another buyer and sees no code', async () => {
    const { orderId } = await bought();
    const thief = await shop.customer();
    await shop.pool.query('update orders set buyer_id = $2 where id = $1', [orderId, thief.user.id]);
    expect((await thief.call('revealOrder', { params: { id: orderId } })).status).toBe(500);
  });
});

it('the proof job signs old deliveries, and a key rotation renews the proofs', async () => {
  const { reveal, orderId } = await bought();
  await shop.pool.query('update deliveries set proof = null, proof_key = null where order_id = $1', [orderId]);
  expect((await reveal()).status).toBe(500);
  await proveDeliveries(shop);
  expect((await reveal()).status).toBe(200);

  const repointed = await bought();
  const { goods_id } = await buildProduct(shop);
  await shop.pool.query('update units set goods_id = $2 where order_id = $1', [repointed.orderId, goods_id]);
  const ring = `${newVaultKey('next')},${RING}`;
  await renewProofs({ db: shop.db, vault: createVault(ring) });
  const [{ proof_key } = { proof_key: '' }] = (
    await shop.pool.query('select proof_key from deliveries where order_id = $1', [orderId])
  ).rows;
  expect(proof_key).toBe('next');
  await expect(decryptDeliveredGoods({ db: shop.db, vault: createVault(ring) }, repointed.orderId)).rejects.toThrow(
    'changed by hand',
  );
});

it('each code of a pool is delivered with a proof of its own', async () => {
  const product = await buildPool(shop, { codes: ['POOL-A', 'POOL-B'] });
  const { order } = await buy(await shop.customer(), testPayments(shop), product, { quantity: 2 });
  expect((await decryptDeliveredGoods(shop, order._id)).map(({ code }) => code).sort()).toEqual(['POOL-A', 'POOL-B']);
});

it('a reset link cannot be made from the fingerprint of a chosen code', async () => {
  const { email } = await buildUser(shop);
  await shop.visitor().call('forgotPassword', { body: { email } });
  const { rows } = await shop.pool.query<{ payload: { mailId: string } }>(
    `select payload from graphile_worker._private_jobs where payload->>'email' = $1`,
    [email],
  );
  const mailId = rows[0]?.payload.mailId ?? '';
  await shop.runJobs();
  // The attack as it was found: a code like the id of the request, whose fingerprint the attacker reads. And the same with
  // the text from which the token is derived today.
  for (const code of [`reset-token:${mailId}`, mailId]) {
    const product = await buildProduct(shop, { code });
    const goods = await shop.pool.query('select code_fingerprint from goods where product_id = $1', [product.id]);
    const token = goods.rows[0].code_fingerprint.toString('base64url');
    const body = { password: 'Fresh#Horse9' };
    const reply = await shop.visitor().call('resetPassword', { params: { token }, body });
    expect([reply.status, reply.body.code]).toEqual([400, 'RESET_TOKEN_INVALID']);
  }
  // The control: the real token of the request works.
  const token = createVault(RING).fingerprint('reset-token', mailId).toString('base64url');
  const reply = await shop.visitor().call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse9' } });
  expect(reply.status).toBe(200);
});
