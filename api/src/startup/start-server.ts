import cluster from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, measureShop, shopJobs } from '../app.ts';
import { warningsOf } from '../config.rules.ts';
import { type Config, readConfig } from '../config.ts';
import { PROVE_DELIVERIES, proveDeliveries } from '../features/stock/delivery-proofs/delivery-proofs.service.ts';
import { requireKeys } from '../features/stock/key-rotation/goods-keys.service.ts';
import { openLocalSandbox } from '../local-sandbox.ts';
import { minutesAfter } from '../platform/clock.ts';
import { isDatabaseUnavailable } from '../platform/database/database.ts';
import { clockProblem } from '../platform/database/database-clock.ts';
import { openAdminPort } from '../platform/http/admin-port.ts';
import { disableKeepAlive, drainConnections } from '../platform/http/requests/drain-connections.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { createLog } from '../platform/log/log.ts';
import { openLogDestination } from '../platform/log/log-destination.ts';
import { isSystemError, reasonOf, StartupError } from '../platform/startup-error.ts';
import { closeShop, openShop } from '../shop.ts';
import { answerParent } from './forked-role.ts';
import type { LaunchOptions, NewAdmin } from './launch-options.ts';
import { checkPort, listen } from './listening.ts';
import { openDatabase } from './open-database.ts';
import { openProcesses, renewsOnHangUp, startsSeveralProcesses } from './open-processes.ts';
import { asWarning, createStartupOutput } from './startup-output.ts';
import { exitCodeOf, onStopSignal } from './stop-signals.ts';
import { undoInReverse } from './undo.ts';

const isVerbose = process.argv.includes('--verbose');
const { say, detail, printDetails, endStartup } = createStartupOutput({
  isVerbose,
  // With several processes, only the primary prints.
  write: (line) => void (cluster.isPrimary && process.stdout.write(`${line}\n`)),
});

/** On a terminal the request log goes to a file, so that the startup lines stay readable. */
const logFileOf = ({ DATA_DIR }: Config): string | undefined =>
  process.stdout.isTTY && !isVerbose ? join(DATA_DIR, 'shop.log') : undefined;

/** Starts the shop step by step. Undoes the steps in reverse on a stop signal or if a step fails. */
export async function startServer(env: NodeJS.ProcessEnv, launchOptions: LaunchOptions): Promise<void> {
  const steps = undoInReverse();
  let drainProcess: DrainProcess | undefined;
  let isRenewed = false;
  // The reader of a pipe may stop first, by the same Ctrl-C; then writing fails with EPIPE.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const isStopping = onStopSignal({
    shouldStop: (signal) => signal !== 'SIGHUP' || !drainProcess || !isRenewed,
    async stop(signal) {
      say(`\n${signal}: finishing what is under way…`);
      await drainProcess?.(signal);
      await steps.undo();
      say('Stopped.');
      process.exit(drainProcess ? 0 : exitCodeOf(signal));
    },
  });
  try {
    const config = readConfig(env);
    isRenewed = startsSeveralProcesses(config) && renewsOnHangUp();
    drainProcess = await (startsSeveralProcesses(config) ? openSeveral : open)(config, launchOptions, steps.add);
    endStartup();
  } catch (error) {
    // The stop caused the failure, or makes it irrelevant.
    if (isStopping()) return;
    printDetails();
    await steps.undo();
    const reason = reasonNotToStart(error);
    if (!reason) throw error;
    process.stderr.write(`\n${reason}\n`);
    process.exitCode = 1;
    // The IPC channel to the primary would keep the process alive.
    if (cluster.isWorker) process.exit();
    return;
  }
  if (!drainProcess && !isStopping()) await steps.undo();
}

/** The message for errors that an operator can fix. Undefined for faults of ours, which need their stack. */
function reasonNotToStart(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (isDatabaseUnavailable(error))
    return (
      `The database failed while the shop was starting: ${reasonOf(error)}. Its log says more; that of the embedded ` +
      'PostgreSQL is postgres/server.log in the data folder.'
    );
  return isSystemError(error) ? error.message : undefined;
}

/** Announces that this process will stop, and waits for the drain time. Undefined if the process has nothing to stop. */
type DrainProcess = (signal: string) => Promise<void>;

type Undo = (action: () => Promise<unknown>) => void;

// A connection that was silent for this long has no request on its way to us.
const IDLE_CONNECTION_MS = 1_000;

async function openSeveral(config: Config, launchOptions: LaunchOptions, undo: Undo): Promise<DrainProcess> {
  const { address, admin, stop } = await openProcesses(config, launchOptions, { say, detail, undo });
  announce(address, admin, logFileOf(config));
  return stop;
}

/** Prints address and password in one write, so that a reader who waits for the address also gets the password. */
function announce(address: string, admin: NewAdmin | undefined, logFile: string | undefined): void {
  if (logFile) say(`Requests are logged in ${logFile}`);
  const secrets =
    admin &&
    `Administrator: ${admin.email}\nPassword:      ${admin.password}\n(also in ${admin.file}, which only you can read)\n`;
  say([`\nThe shop is open at ${address}\n`, secrets].filter(Boolean).join('\n'));
}

async function open(
  config: Config,
  { locateDatabase, seed, listPastPayments }: LaunchOptions,
  undo: Undo,
): Promise<DrainProcess | undefined> {
  const serves = config.ROLE === 'all' || config.ROLE === 'web';
  const database = await openDatabase(config, locateDatabase, {
    say: config.ROLE === 'all' ? detail : say,
    announce: say,
    undo,
    check: async () => {
      if (serves) await checkPort(config);
      say('Preparing the shop…');
    },
  });
  if (config.ROLE === 'migrate') return void say('The database is migrated.');
  const logFile = logFileOf(config);
  const shop = await openShop({
    config,
    ...database,
    log: createLog(config.LOG_LEVEL, openLogDestination(logFile)),
  });
  undo(() => closeShop(shop));
  await requireKeys(shop);
  const offClock = await clockProblem(shop);
  for (const warning of [...warningsOf(config), ...(offClock ? [offClock] : [])]) {
    say(asWarning(warning));
    shop.log.warn(warning);
  }
  const admin = await seed?.(shop, detail);
  await proveDeliveries(shop);
  // Runs again after ten minutes, when no process of the previous version still delivers without a proof.
  await enqueue(shop.db, PROVE_DELIVERIES, {}, { key: PROVE_DELIVERIES, runAt: minutesAfter(new Date(), 10) });
  const sandbox = await openLocalSandbox(shop);
  if (sandbox) undo(() => sandbox.close());
  const adminPort = await openAdminPort(shop, { host: config.ADMIN_HOST, port: config.ADMIN_PORT, say });
  undo(() => adminPort.close());

  if (config.ROLE !== 'web') {
    const jobs = shopJobs(shop);
    measureShop(shop, jobs);
    const worker = await startWorker({ ...shop, directUrl: database.directUrl, jobs });
    undo(() => worker.stop());
  }
  if (!serves) {
    say('Working on jobs.');
    answerParent(config.ROLE, shop.metrics);
    return async () => {
      shop.drain.isUnderWay = true;
    };
  }
  const app = await createApp(shop, { web: true, sandbox, listPastPayments });
  undo(() => app.close());
  undo(() => drainConnections(app.server, { quietMs: Math.min(IDLE_CONNECTION_MS, config.drainMs) }));
  const address = await listen(app, config);
  announce(address, admin, logFile);
  answerParent(config.ROLE, shop.metrics);
  return async (signal) => {
    shop.drain.isUnderWay = true;
    disableKeepAlive(app.server);
    // Ctrl-C means a person at the terminal and no proxy in front, so there is no drain.
    if (signal !== 'SIGINT') await pause(config.drainMs);
  };
}
