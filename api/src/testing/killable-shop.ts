import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { testPayments } from './test-payments.ts';
import { type SignedInClient, signedInClient } from './test-sessions.ts';

const ROOT = join(import.meta.dirname, '../../..');
const KEYS = { id: 'rzp_test_killable', secret: 'killable key secret', webhook: 'killable webhook secret' };

export type KillableShop = Awaited<ReturnType<typeof openKillableShop>>;

/** The server and the payment sandbox as processes of their own, on one database that outlives both. */
export async function openKillableShop(databaseUrl: string, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-killable-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}/sandbox/razorpay`;
  const settings = {
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '10',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
    PAYMENT_PROVIDER: 'sandbox',
    SANDBOX_URL: sandboxUrl,
    RAZORPAY_KEY_ID: KEYS.id,
    RAZORPAY_KEY_SECRET: KEYS.secret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhook,
    ...env,
  };
  // The same shop without a server: for preparing and looking, and to share the vault's key.
  const shop: Shop = await openShop({ config: readConfig(settings), databaseUrl });
  const sandbox = await start('sandbox/src/server.ts', {
    PORT: String(sandboxPort),
    DATABASE_URL: databaseUrl,
    SANDBOX_KEY_ID: KEYS.id,
    SANDBOX_KEY_SECRET: KEYS.secret,
    SANDBOX_WEBHOOK_SECRET: KEYS.webhook,
    WEBHOOK_URL: `${url}/api/v1/payments/razorpay/webhook`,
  });
  let server = await start('api/src/testing/shop-server.ts', settings);
  const kill = () => end(server);
  return {
    ...shop,
    url,
    payments: testPayments({ url, sandboxUrl, paymentKeys: shop.paymentKeys }),
    customer: (): Promise<SignedInClient> => signedInClient(shop, url, {}),
    isAlive: () => server.exitCode === null && server.signalCode === null,
    kill,
    /** Starts again, later than a killed worker's jobs count as abandoned. */
    async restart() {
      await shop.pool.query("update graphile_worker._private_jobs set locked_at = locked_at - interval '5 minutes'");
      server = await start('api/src/testing/shop-server.ts', settings);
    },
    async close() {
      await kill();
      await end(sandbox);
      await closeShop(shop);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(file: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, file)], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${file} ended at once: ${first}`);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
