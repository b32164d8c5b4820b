import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { readConfig } from '../../config.ts';
import { createLog } from '../../platform/log/log.ts';
import { closeShop, openShop, type Shop } from '../../shop.ts';
import type { SeenMail } from '../checks/leaks.ts';
import { testPayments } from '../clients/test-payments.ts';
import { type SignedInClient, signedInClient } from '../clients/test-sessions.ts';
import { builtProgram } from './built-program.ts';
import { reservePort } from './reserved-port.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const KEYS = { id: 'rzp_test_killable', secret: 'killable key secret', webhook: 'killable webhook secret' };

export type KillableShop = Awaited<ReturnType<typeof openKillableShop>>;

/** Runs server and sandbox as separate processes that tests can kill. Their database stays. */
export async function openKillableShop(databaseUrl: string, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-killable-'));
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
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
    SHARED_ANSWERS_MB: '0',
    LOG_LEVEL: 'debug',
    PAYMENT_PROVIDER: 'sandbox',
    SANDBOX_URL: sandboxUrl,
    RAZORPAY_KEY_ID: KEYS.id,
    RAZORPAY_KEY_SECRET: KEYS.secret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhook,
    ...env,
  };
  // The same shop in this process, without a server. Tests use it to prepare and read data with the same vault key.
  const shop: Shop = await openShop({ config: readConfig(settings), databaseUrl, log: createLog('silent') });
  const lines: string[] = [];
  const listen = (text: string) => void lines.push(text);
  const sandbox = await start('sandbox', listen, {
    PORT: String(sandboxPort),
    DATABASE_URL: databaseUrl,
    SANDBOX_KEY_ID: KEYS.id,
    SANDBOX_KEY_SECRET: KEYS.secret,
    SANDBOX_WEBHOOK_SECRET: KEYS.webhook,
    WEBHOOK_URL: `${url}/api/v1/payments/razorpay/webhook`,
  });
  let server = await start('shop-server', listen, settings);
  const kill = () => end(server);
  return {
    ...shop,
    url,
    payments: testPayments({ url, sandboxUrl, paymentKeys: shop.paymentKeys }),
    customer: (): Promise<SignedInClient> => signedInClient(shop, url, {}),
    pid: () => server.pid,
    isAlive: () => server.exitCode === null && server.signalCode === null,
    kill,
    /** The complete output of both processes, including that of killed ones. */
    logged: () => lines.join(''),
    seenMails: () => mailsIn(join(dataDir, 'mail')),
    /** Starts the server again. The killed worker's locks are set back, so that its jobs can run again at once. */
    async restart() {
      await shop.pool.query("update graphile_worker._private_jobs set locked_at = locked_at - interval '5 minutes'");
      server = await start('shop-server', listen, settings);
    },
    async close() {
      await kill();
      await end(sandbox);
      await closeShop(shop);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(name: string, listen: (text: string) => void, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, builtProgram(name), {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', listen).pipe(process.stderr, { end: false });
  const isListening = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      listen(text);
      if (text.includes('listening')) resolve();
    });
  });
  await Promise.race([isListening, once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${name} ended at once`);
  return child;
}

/** Converts a mail for the search for leaked codes (I5). */
export const seenMail = (mail: Email): SeenMail => ({
  to: mail.to?.[0]?.address ?? '',
  messageId: mail.messageId ?? '',
  outside: JSON.stringify(mail.headers),
  inside: `${mail.html} ${mail.text}`,
});

async function mailsIn(folder: string): Promise<SeenMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => seenMail(await PostalMime.parse(await readFile(join(folder, name))))));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
