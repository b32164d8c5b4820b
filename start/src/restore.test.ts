import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@shop/api/config';
import { reconcileOrders } from '@shop/api/features/orders/payment/reconcile.service';
import { createLog } from '@shop/api/platform/log/log';
import { closeShop, openShop, type Shop } from '@shop/api/shop';
import { expectInvariants } from '@shop/api/testing/checks/invariants';
import { proofOf, testPayments } from '@shop/api/testing/clients/test-payments';
import { type SignedInClient, signedInClient } from '@shop/api/testing/clients/test-sessions';
import { buildPictures, buildProduct } from '@shop/api/testing/data/builders';
import { placeOrder } from '@shop/api/testing/data/purchases';
import { builtProgram } from '@shop/api/testing/servers/built-program';
import { reservePort } from '@shop/api/testing/servers/reserved-port';
import { connectToRunning } from '@shop/embedded-postgres/running-cluster';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let env: Record<string, string>;
let url: string;
let server: ChildProcess;
let shop: Shop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-restore-'));
  const port = await reservePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_PORT: 'off',
    DATA_DIR: join(folder, 'data'),
    SEED_DEMO: 'off',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
  };
  await start();
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...builtProgram(command), ...args], {
    cwd: ROOT,
    env,
  });
const dataFile = (name: string) => join(env.DATA_DIR ?? '', name);

/** The real server on its embedded PostgreSQL, and the same shop without server for setup and checks. */
async function start(): Promise<void> {
  server = spawn(process.execPath, builtProgram('start'), {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const isOpen = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('open at')) resolve();
      });
  });
  await Promise.race([isOpen, once(server, 'exit')]);
  if (server.exitCode !== null) throw new Error(`the server ended:\n${output}`);
  const owner = await connectToRunning(env.DATA_DIR ?? '');
  const databaseUrl = new URL(`postgres://127.0.0.1:${owner?.port}/shop`);
  databaseUrl.username = 'shop';
  databaseUrl.password = await readFile(dataFile('postgres-password'), 'utf8');
  await owner?.end();
  shop = await openShop({ config: readConfig(env), databaseUrl: databaseUrl.href, log: createLog('silent') });
}

async function stop(): Promise<void> {
  await closeShop(shop);
  if (!server.kill('SIGTERM')) return;
  await once(server, 'exit');
}

/** Removes the whole data folder, as with a lost disk. */
async function destroy(): Promise<void> {
  await closeShop(shop);
  server.kill('SIGKILL');
  await once(server, 'exit');
  const postmaster = Number((await readFile(dataFile('postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(postmaster, 'SIGKILL');
  await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
}

describe('backup, destroy, restore (fault 30)', () => {
  it('a restore brings back all orders and codes of before the backup', {
    timeout: 180_000,
  }, async () => {
    const product = await buildProduct(shop, { units: 2_000 });
    await buildPictures(shop, { productId: product.id, count: 1 });
    const buyers = await Promise.all(Array.from({ length: 4 }, () => signedInClient(shop, url, {})));
    const payments = testPayments({ url, paymentKeys: shop.paymentKeys });
    const delivered: { id: string; buyer: SignedInClient }[] = [];
    let isOver = false;
    const load = Promise.all(
      buyers.map(async (buyer) => {
        while (!isOver) {
          const order = await placeOrder(buyer, product);
          const proof = await payments.payByCard(order.razorpayOrderId);
          const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
          expect(verified.status, verified.body.message).toBe(200);
          delivered.push({ id: order._id, buyer });
        }
      }),
    );

    await vi.waitFor(() => expect(delivered.length).toBeGreaterThan(5), { timeout: 60_000 });
    const acknowledged = [...delivered];
    await run('backup', '--to', join(folder, 'backup'));
    expect((await stat(join(folder, 'backup'))).mode & 0o777).toBe(0o700);
    const copied = delivered.length;
    expect(copied).toBeGreaterThan(acknowledged.length);
    // Purchases from here on are in no backup.
    await vi.waitFor(() => expect(delivered.length).toBeGreaterThan(copied), { timeout: 30_000 });
    isOver = true;
    await load;
    const lost = delivered.length;

    await destroy();
    await run('restore', '--from', join(folder, 'backup'));
    await start();

    const { rows } = await shop.pool.query<{ id: string }>('select id from orders where is_delivered');
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
    expect(kept.size).toBeLessThan(lost);
    for (const { id, buyer } of acknowledged) {
      const revealed = await buyer.call('revealOrder', { params: { id } });
      expect(revealed.body.data?.codes).toEqual([product.code]);
    }
    const shown = await buyers[0]?.call('findProduct', { params: { id: product.id } });
    const [picture] = shown?.body.data.images ?? [];
    expect((await fetch(`${url}${picture?.url}`)).status).toBe(200);
    // The reconciler finds an event whose job was running at the end of the backup.
    await shop.pool.query('update orders set next_check_at = now() where next_check_at is not null');
    await reconcileOrders(shop);
    await expectInvariants(shop);
  });

  it('a backup of a stopped shop overwrites neither a backup nor a shop', { timeout: 180_000 }, async () => {
    const refusal = (command: Promise<unknown>) =>
      command.then(
        () => expect.unreachable('it was not refused'),
        ({ stderr }: { stderr: string }) => stderr,
      );
    const [first, second] = [join(folder, 'backup'), join(folder, 'second')];
    expect(await refusal(run('backup', '--to', first))).toContain('exists already');
    expect(await refusal(run('backup', '--to', dataFile('backup')))).toContain('lies in the data folder');
    expect(await refusal(run('backup', '--to', '/dev/null/backup'))).toMatch(/^ENOTDIR: .*\n$/);
    expect(await refusal(run('restore', '--from', folder))).toContain('is no backup');
    await stop();
    await run('backup', '--to', second);
    expect(await refusal(run('restore', '--from', second))).toContain('There is a shop in');
    env.DATA_DIR = join(folder, 'elsewhere');
    // A folder blocks a file, so the restore fails in the middle.
    await mkdir(dataFile('admin-password.txt'), { recursive: true });
    expect(await refusal(run('restore', '--from', second))).toMatch(/^EISDIR: .*\n$/);
    await rm(dataFile('admin-password.txt'), { recursive: true });
    await expect(start()).rejects.toThrow(/A restore into .* was not finished: run npm run restore again\./);
    await run('restore', '--from', second);
    await start();
    const { rows } = await shop.pool.query<{ orders: number }>('select count(*)::int as orders from orders');
    expect(rows[0]?.orders).toBeGreaterThan(0);
    await expectInvariants(shop);
  });
});
