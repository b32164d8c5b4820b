import cluster from 'node:cluster';
import { Registry } from '@prometheus-io/client';
import { warningsOf } from '../config.rules.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { createPool } from '../platform/database/database.ts';
import { clockProblem } from '../platform/database/database-clock.ts';
import { openAdminPort } from '../platform/http/admin-port.ts';
import { mergeMetrics } from '../platform/telemetry/merged-metrics.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { forkRole } from './forked-role.ts';
import type { LaunchOptions, NewAdmin } from './launch-options.ts';
import { checkPort } from './listening.ts';
import { openDatabase } from './open-database.ts';
import { openProcessGroup } from './process-group.ts';
import { asWarning, type Say } from './startup-output.ts';

type ProcessesOptions = { say: Say; detail: Say; undo: (action: () => Promise<unknown>) => void };

/** True if this process starts several others that do the work. */
export const startsSeveralProcesses = ({ WEB_CONCURRENCY, ROLE }: Config): boolean =>
  cluster.isPrimary && WEB_CONCURRENCY > 1 && (ROLE === 'all' || ROLE === 'web');

/**
 * Starts several web processes on one port and, with ROLE=all, one worker. This process opens the database, restarts
 * processes that die, replaces them one by one on SIGHUP, and reports the metrics of all.
 */
export async function openProcesses(
  config: Config,
  { locateDatabase, seed }: LaunchOptions,
  { say, detail, undo }: ProcessesOptions,
): Promise<{ address: string; admin: NewAdmin | undefined; stop(signal: string): Promise<void> }> {
  const database = await openDatabase(config, locateDatabase, {
    say: config.ROLE === 'all' ? detail : say,
    announce: say,
    undo,
    check: async () => {
      await checkPort(config);
      say('Preparing the shop…');
    },
  });
  for (const warning of warningsOf(config)) say(asWarning(warning));
  const admin = seed && (await seedFirst(await openShop({ config, ...database }), seed, detail));
  const env = { DATABASE_URL: database.databaseUrl, ADMIN_PORT: 'off', WEB_CONCURRENCY: '1' };
  let started = 0;
  const starter = (role: 'web' | 'worker') => () => {
    started += 1;
    return forkRole(role, { ...env, ...(config.INSTANCE && { INSTANCE: `${config.INSTANCE}-${started}` }) });
  };
  const webs = Array.from({ length: config.WEB_CONCURRENCY }, () => starter('web'));
  const group = await openProcessGroup(config.ROLE === 'all' ? [...webs, starter('worker')] : webs, say);
  const drain = { isUnderWay: false };
  const stop = async (signal: string) => {
    drain.isUnderWay = true;
    await group.stop(signal as NodeJS.Signals);
  };
  // Also stops the processes if a later step fails.
  undo(() => stop('SIGTERM'));

  const pool = createPool({ url: database.databaseUrl, max: 1, isPooled: database.isPooled, onError: () => {} });
  undo(() => pool.end());
  const offClock = await clockProblem({ pool, clock: systemClock });
  if (offClock) say(asWarning(offClock));
  const metrics = async () => mergeMetrics(await Promise.all(group.children().map((child) => child.readMetrics())));
  const registry = { contentType: Registry.PROMETHEUS_CONTENT_TYPE, metrics };
  const adminPort = await openAdminPort(
    { pool, clock: systemClock, drain, metrics: { registry } },
    { host: config.ADMIN_HOST, port: config.ADMIN_PORT, say },
  );
  undo(() => adminPort.close());
  renewOnRequest(group.renew, say);
  const port =
    group
      .children()
      .find((child) => child.port())
      ?.port() ?? config.PORT;
  return { address: config.PUBLIC_URL ?? `http://localhost:${port}`, admin, stop };
}

const seedFirst = (shop: Shop, seed: NonNullable<LaunchOptions['seed']>, say: Say): Promise<NewAdmin | undefined> =>
  seed(shop, say).finally(() => closeShop(shop));

/** SIGHUP replaces the processes, except on a terminal, where it means that the terminal was closed. */
export const renewsOnHangUp = (): boolean => !process.stdout.isTTY;

function renewOnRequest(renew: () => Promise<void>, say: Say): void {
  if (!renewsOnHangUp()) return;
  let renewing: Promise<void> = Promise.resolve();
  process.on('SIGHUP', () => {
    renewing = renewing.then(async () => {
      say('SIGHUP: renewing one process after the other…');
      await renew().then(
        () => say('All processes are renewed.'),
        (error: Error) => say(error.message),
      );
    });
  });
}
