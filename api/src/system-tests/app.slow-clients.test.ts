import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionCookies } from '../features/accounts/sessions/session-cookie.ts';
import { expectInvariants } from '../testing/checks/invariants.ts';
import { signedInClient } from '../testing/clients/test-sessions.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { productForm } from '../testing/data/product-form.ts';
import { buy } from '../testing/data/purchases.ts';
import { type KillableShop, openKillableShop } from '../testing/servers/killable-shop.ts';
import { beginnings, closeSlowClients, openSlowClients, type SlowClient } from '../testing/servers/slow-clients.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const MEGABYTE = 1024 * 1024;
const UPLOADS = 100;
/** In memory, the stalled uploads would use twice the allowed growth (row 18). */
const SENT_BYTES = 6 * MEGABYTE;
const GROWTH_MAX_BYTES = 300 * MEGABYTE;

let shop: KillableShop;
let uploads: string;
let close: () => Promise<void>;
async function open(timeoutFactor: number): Promise<void> {
  const database = await createTestDatabase();
  uploads = await mkdtemp(join(tmpdir(), 'shop-slow-'));
  shop = await openKillableShop(database.url, {
    REQUEST_TIMEOUT_FACTOR: String(timeoutFactor),
    TMPDIR: uploads,
  });
  close = async () => {
    await shop.close();
    await database.drop();
    await rm(uploads, { recursive: true, force: true });
  };
}
afterEach(() => close());

async function stall({ heads, bodies, bytes }: { heads: number; bodies: number; bytes: number }) {
  const admin = await signedInClient(shop, shop.url, { role: 'admin' });
  const name = sessionCookies(shop.config).name;
  const path = `${API_BASE}${calls.adminCreateProduct.path}`;
  const upload = beginnings.upload(path, `${name}=${admin.cookies.get(name)}`, bytes);
  return {
    heads: await openSlowClients(shop.url, heads, beginnings.head),
    bodies: await openSlowClients(shop.url, bodies, beginnings.body),
    uploads: await openSlowClients(shop.url, UPLOADS, upload),
  };
}

/** Lines of the server log at level warn or above. */
const complaints = () =>
  shop
    .logged()
    .split('\n')
    .filter((line) => /"level":(40|50)/.test(line))
    .join('\n');

/** Other users at the same time: one reads, one buys, one uploads. */
async function visit(): Promise<void> {
  const product = await buildProduct(shop);
  const [buyer, admin] = [await shop.customer(), await signedInClient(shop, shop.url, { role: 'admin' })];
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const [listed, bought, saved] = await Promise.all([
    buyer.call('listProducts'),
    buy(buyer, shop.payments, product),
    admin.call('adminCreateProduct', { body: productForm({}, [{ name: 'a.png', bytes }]) }),
  ]);
  expect([listed.status, bought.order.status, saved.status], complaints()).toEqual([200, 'completed', 201]);
}

const memoryBytes = async () =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${shop.pid()}/status`, 'utf8'))?.[1]) * 1024;
const keptUploads = async () => (await readdir(uploads)).filter((name) => name.startsWith('shop-upload-'));
const allGone = (clients: SlowClient[]) => Promise.all(clients.map(({ gone }) => gone));
const openOnes = (clients: SlowClient[]) => clients.filter((client) => client.isOpen()).length;

describe('slow clients (fault 17)', () => {
  describe('with long timeouts', () => {
    beforeEach(() => open(100));

    it('1,000 half-sent requests and 100 stalled uploads block no other client', {
      timeout: 180_000,
    }, async () => {
      await visit();
      const before = await memoryBytes();
      const stalled = await stall({ heads: 500, bodies: 500, bytes: SENT_BYTES });
      await vi.waitFor(async () => expect(await keptUploads()).toHaveLength(UPLOADS), { timeout: 30_000 });

      await Promise.all(Array.from({ length: 10 }, visit));

      expect(Object.values(stalled).map(openOnes)).toEqual([500, 500, UPLOADS]);
      expect((await memoryBytes()) - before).toBeLessThan(GROWTH_MAX_BYTES);
      const busy =
        "select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'";
      await vi.waitFor(async () => expect((await shop.pool.query(busy)).rows).toEqual([]), { timeout: 30_000 });

      await closeSlowClients(Object.values(stalled).flat());
      await visit();
      await vi.waitFor(async () => expect(await keptUploads()).toEqual([]), { timeout: 30_000 });
      await expectInvariants(shop);
    });
  });

  describe('with a tenth of the usual timeouts', () => {
    beforeEach(() => open(0.1));

    it('slow clients are cut off, uploads last, and leave no files', { timeout: 120_000 }, async () => {
      const stalled = await stall({ heads: 100, bodies: 100, bytes: 1024 });
      await allGone([...stalled.heads, ...stalled.bodies]);
      expect(openOnes(stalled.uploads)).toBe(UPLOADS);
      await allGone(stalled.uploads);
      for (const client of Object.values(stalled).flat())
        expect(client.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
      await vi.waitFor(async () => expect(await keptUploads()).toEqual([]), { timeout: 30_000 });
      expect(complaints()).toBe('');
      await visit();
      await expectInvariants(shop);
    });
  });
});
