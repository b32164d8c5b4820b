import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@shop/contract/accounts/accounts';
import type { Permission } from '@shop/contract/accounts/permissions';
import { type AppOptions, createApp, shopJobs } from '../app.ts';
import { readConfig } from '../config.ts';
import { openLocalSandbox } from '../local-sandbox.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import type { Log } from '../platform/log/log.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { BACKLOG } from '../startup/listening.ts';
import { runDueJobs } from './checks/due-jobs.ts';
import { TestClient } from './clients/test-client.ts';
import { type SignedInClient, signedInClient } from './clients/test-sessions.ts';
import { type RecordedMails, recordMails } from './mails/test-mails.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';

export type TestShop = Shop & {
  url: string;
  clock: TestClock;
  mails: RecordedMails;
  /** A new browser without a session. It stores cookies between calls. */
  visitor(): TestClient;
  /** A browser in which a new customer, moderator or admin is signed in. */
  customer(overrides?: { name?: string; email?: string }): Promise<SignedInClient>;
  moderator(): Promise<SignedInClient>;
  /** An owner, or an admin with the given permissions. */
  admin(overrides?: { permissions?: Permission[] }): Promise<SignedInClient>;
  /** Runs all due jobs, including those that other jobs add. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

type TestShopOptions = Partial<AppOptions> & {
  worker?: boolean;
  /** Replaces the jobs that the worker runs. */
  jobs?: (jobs: Job[]) => Job[];
  log?: Log;
};

/** Removes schedules, so that no scheduled job starts by chance during a test. Tests start such jobs themselves. */
export const withoutSchedules = (jobs: Job[]): Job[] => jobs.map(({ schedule: _, ...job }) => job);

/** Starts the whole shop with its own database on a free port. `env` overrides the configuration. */
export async function openTestShop(
  env: Record<string, string> = {},
  { worker = false, jobs = withoutSchedules, log, ...options }: TestShopOptions = {},
): Promise<TestShop> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-data-'));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL: '10',
    RATE_LIMIT_FACTOR: '1000',
    // Longer timeouts, because client and server share one process and the machine may be busy.
    REQUEST_TIMEOUT_FACTOR: '10',
    DATABASE_TIMEOUT_FACTOR: '10',
    // No shared answers, because most tests change rows directly and read them at once.
    SHARED_ANSWERS_MB: '0',
    // Planned faults of the provider log many warnings, so only errors are logged then.
    LOG_LEVEL: env.SANDBOX_FAULTS ? 'error' : 'warn',
    ...env,
  });
  const clock = testClock();
  const mails = recordMails();
  const shop: Shop = {
    ...(await openShop({ config, databaseUrl: database.url, clock, log })),
    ...(!env.SMTP_URL && { mailer: mails.mailer }),
  };
  const sandbox = await openLocalSandbox(shop);
  const app = await createApp(shop, { web: false, sandbox, ...options });
  const working = worker ? await startWorker({ ...shop, jobs: jobs(shopJobs(shop)) }) : undefined;
  await app.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const signedIn = (role: Role, overrides = {}) => signedInClient(shop, url, { role, ...overrides });
  return {
    ...shop,
    url,
    clock,
    mails,
    visitor: () => new TestClient(url),
    customer: (overrides) => signedIn('customer', overrides),
    moderator: () => signedIn('moderator'),
    admin: (overrides) => signedIn('admin', overrides),
    runJobs: () => runDueJobs(shop.pool, shopJobs(shop), shop.log),
    async close() {
      await app.close();
      await working?.stop();
      await sandbox?.close();
      await closeShop(shop);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
