import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@shop/embedded-postgres/start';
import { describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../platform/migrations/migrate.ts';
import { shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { proofOf } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { type KillableShop, openKillableShop } from '../../../testing/servers/killable-shop.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

let dataDir: string;
let firstStartMs: number;
let shop: KillableShop;

async function openShopOnItsOwnPostgres(): Promise<KillableShop> {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-dying-database-'));
  const startedAt = Date.now();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  firstStartMs = Date.now() - startedAt;
  await migrate(postgres.url);
  const opened = await openKillableShop(postgres.url);
  return {
    ...opened,
    logged: () => opened.logged() + readFileSync(join(dataDir, 'postgres/server.log'), 'utf8'),
    async close() {
      await opened.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

shareFaultyShop(openShopOnItsOwnPostgres, (opened) => {
  shop = opened;
});

describe('a kill −9 of PostgreSQL under load (fault 15)', () => {
  it('causes 503 for at most 10 s and loses nothing that was acknowledged', async () => {
    const product = await buildProduct(shop, { units: 1000 });
    const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.customer()));
    const acknowledged = { created: [] as string[], delivered: [] as string[] };
    const refusals: { status: number; retryAfter: string | null }[] = [];
    let isOver = false;

    const purchase = async (buyer: SignedInClient) => {
      const created = await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
      if (created.status !== 201) {
        refusals.push({ status: created.status, retryAfter: created.headers.get('retry-after') });
        return;
      }
      acknowledged.created.push(created.body.order._id);
      // The sandbox uses the same database.
      const proof = await shop.payments.payByCard(created.body.order.razorpayOrderId ?? '').catch(() => undefined);
      if (!proof) return;
      const verified = await buyer.call('verifyPayment', { body: proofOf(created.body.order._id, proof) });
      if (verified.status === 200) acknowledged.delivered.push(created.body.order._id);
    };
    const load = Promise.all(
      buyers.map(async (buyer) => {
        while (!isOver) await purchase(buyer);
      }),
    );

    await vi.waitFor(() => expect(acknowledged.delivered.length).toBeGreaterThan(5), { timeout: 30_000 });
    const pidFile = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    const killedAt = Date.now();
    await vi.waitFor(() => expect(refusals.some(({ status }) => status === 503)).toBe(true), { timeout: 30_000 });
    await vi.waitFor(async () => expect((await fetch(`${shop.url}/readyz`)).status).toBe(200), { timeout: 30_000 });
    // On a slow machine, its first start took longer too.
    expect(Date.now() - killedAt).toBeLessThan(10_000 + 2 * firstStartMs);
    const before = acknowledged.delivered.length;
    await vi.waitFor(() => expect(acknowledged.delivered.length).toBeGreaterThan(before), { timeout: 30_000 });
    isOver = true;
    await load;

    expect(shop.isAlive()).toBe(true);
    const outages = refusals.filter(({ status }) => status === 503);
    expect(outages.every(({ retryAfter }) => retryAfter !== null)).toBe(true);
    expect(refusals.every(({ status }) => status === 503 || status === 409)).toBe(true);
    const { rows } = await shop.pool.query<{ id: string; is_delivered: boolean }>(
      'select id, is_delivered from orders',
    );
    const kept = new Map(rows.map(({ id, is_delivered }) => [id, is_delivered]));
    expect(acknowledged.created.filter((id) => !kept.has(id))).toEqual([]);
    expect(acknowledged.delivered.filter((id) => !kept.get(id))).toEqual([]);
    // The next round of the reconciler finds payments whose job died with the database.
    await shop.pool.query('update orders set next_check_at = now() where next_check_at is not null');
    await reconcileOrders(shop);
  }, 120_000);
});
