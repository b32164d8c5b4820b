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
import { isRefusedBySystem, reasonOf, StartupError } from '../platform/startup-error.ts';
import { closeShop, openShop } from '../shop.ts';
import { createAnnouncer, loudly } from './announcer.ts';
import { answerParent } from './forked-role.ts';
import type { LaunchOptions, NewAdmin } from './launch-options.ts';
import { checkPort, listen } from './listening.ts';
import { openDatabase } from './open-database.ts';
import { openProcesses, renewsOnHangUp, startsOthers } from './open-processes.ts';
import { exitCodeOf, onStopSignal } from './stop-signals.ts';
import { undoInReverse } from './undo.ts';

const isVerbose = process.argv.includes('--verbose');
const { say, detail, tellAll, startIsOver } = createAnnouncer({
  isVerbose,
  // Of several processes the one that started them speaks.
  write: (line) => void (cluster.isPrimary && process.stdout.write(`${line}\n`)),
});

/** On a terminal somebody reads: their own lines would be lost among those of every request. */
const logFileOf = ({ DATA_DIR }: Config): string | undefined =>
  process.stdout.isTTY && !isVerbose ? join(DATA_DIR, 'shop.log') : undefined;

/** Brings the shop up step by step, and takes it down in reverse when asked to or when a step fails. */
export async function startServer(env: NodeJS.ProcessEnv, surroundings: LaunchOptions): Promise<void> {
  const steps = undoInReverse();
  let leave: Leave | undefined;
  let isRenewed = false;
  // Whoever reads what it says may be stopped before it, with the same Ctrl-C.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const isStopping = onStopSignal({
    isMeant: (signal) => signal !== 'SIGHUP' || !leave || !isRenewed,
    async stop(signal) {
      say(`\n${signal}: finishing what is under way…`);
      await leave?.(signal);
      await steps.undo();
      say('Stopped.');
      process.exit(leave ? 0 : exitCodeOf(signal));
    },
  });
  try {
    const config = readConfig(env);
    isRenewed = startsOthers(config) && renewsOnHangUp();
    leave = await (startsOthers(config) ? openOthers : open)(config, surroundings, steps.add);
    startIsOver();
  } catch (error) {
    // It failed because it was stopped, or does not matter any more.
    if (isStopping()) return;
    tellAll();
    await steps.undo();
    const reason = reasonNotToStart(error);
    if (!reason) throw error;
    process.stderr.write(`\n${reason}\n`);
    process.exitCode = 1;
    // The channel to the process that started it would keep it alive.
    if (cluster.isWorker) process.exit();
    return;
  }
  if (!leave && !isStopping()) await steps.undo();
}

/** What an operator can act on; none of a fault, whose stack is wanted. */
function reasonNotToStart(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (isDatabaseUnavailable(error))
    return (
      `The database failed while the shop was starting: ${reasonOf(error)}. Its log says more; that of the embedded ` +
      'PostgreSQL is postgres/server.log in the data folder.'
    );
  return isRefusedBySystem(error) ? error.message : undefined;
}

/** Tells everybody that this process is about to stop, and gives them the time to notice. None of one that has nothing more to do. */
type Leave = (signal: string) => Promise<void>;

type Undo = (action: () => Promise<unknown>) => void;

// A client that was last heard of before that has nothing on its way to us.
const QUIET_MS = 1_000;

async function openOthers(config: Config, surroundings: LaunchOptions, undo: Undo): Promise<Leave> {
  const { address, admin, stop } = await openProcesses(config, surroundings, { say, detail, undo });
  announce(address, admin, logFileOf(config));
  return stop;
}

/** In one piece: whoever waits for the address finds the password beside it. */
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
): Promise<Leave | undefined> {
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
    say(loudly(warning));
    shop.log.warn(warning);
  }
  const admin = await seed?.(shop, detail);
  await proveDeliveries(shop);
  // Once more when the processes of the version before have surely ended, which deliver without a proof.
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
  undo(() => drainConnections(app.server, { quietMs: Math.min(QUIET_MS, config.drainMs) }));
  const address = await listen(app, config);
  announce(address, admin, logFile);
  answerParent(config.ROLE, shop.metrics);
  return async (signal) => {
    shop.drain.isUnderWay = true;
    disableKeepAlive(app.server);
    // Who presses Ctrl-C stands in front of it, and no proxy does.
    if (signal !== 'SIGINT') await pause(config.drainMs);
  };
}
