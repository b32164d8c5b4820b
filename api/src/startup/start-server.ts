import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { destination } from 'pino';
import { type AppOptions, createApp, measureShop, shopJobs } from '../app.ts';
import { warningsOf } from '../config.rules.ts';
import { type Config, readConfig } from '../config.ts';
import { PROVE_DELIVERIES, proveDeliveries } from '../features/stock/delivery-proofs.service.ts';
import { openOwnSandbox } from '../own-sandbox.ts';
import { minutesAfter } from '../platform/clock.ts';
import { openAdminPort } from '../platform/http/admin-port.ts';
import { endConnections, sendClientsElsewhere } from '../platform/http/closing.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { enqueue } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { StartupError } from '../platform/startup-error.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { createAnnouncer } from './announcer.ts';
import { checkPort, listen } from './listening.ts';
import { type LocateDatabase, openDatabase } from './open-database.ts';
import { undoInReverse } from './undo.ts';

/** `file` holds the password too, for its owner alone. */
export type NewAdmin = { email: string; password: string; file: string };

/** What differs between a shop in production and one that brings itself up. */
export type Surroundings = Pick<AppOptions, 'listPastPayments'> & {
  locateDatabase: LocateDatabase;
  /** Fills a shop that is empty; answers with the administrator whose password nobody knows yet. */
  seed?: (shop: Shop, say: (line: string) => void) => Promise<NewAdmin | undefined>;
};

const isVerbose = process.argv.includes('--verbose');
const { say, detail, tellAll } = createAnnouncer({
  isVerbose,
  write: (line) => void process.stdout.write(`${line}\n`),
});

/** On a terminal somebody reads: their own lines would be lost among those of every request. */
const logFileOf = ({ DATA_DIR }: Config): string | undefined =>
  process.stdout.isTTY && !isVerbose ? join(DATA_DIR, 'shop.log') : undefined;

const fileLog = (level: string, file: string) =>
  createLog(level, destination({ dest: file, mkdir: true, sync: false }));

/** Brings the shop up step by step, and takes it down in reverse when asked to or when a step fails. */
export async function startServer(env: NodeJS.ProcessEnv, surroundings: Surroundings): Promise<void> {
  const steps = undoInReverse();
  let leave: Leave | undefined;
  try {
    leave = await open(readConfig(env), surroundings, steps.add);
  } catch (error) {
    tellAll();
    await steps.undo();
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  if (!leave) return steps.undo();
  const stop = once(async (signal: string) => {
    say(`\n${signal}: finishing what is under way…`);
    await leave(signal);
    await steps.undo();
    say('Stopped.');
    process.exit(0);
  });
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Tells everybody that this process is about to stop, and gives them the time to notice. None of one that has nothing more to do. */
type Leave = (signal: string) => Promise<void>;

// A client that was last heard of before that has nothing on its way to us.
const QUIET_MS = 1_000;

async function open(
  config: Config,
  { locateDatabase, seed, listPastPayments }: Surroundings,
  undo: (action: () => Promise<unknown>) => void,
): Promise<Leave | undefined> {
  const serves = config.ROLE === 'all' || config.ROLE === 'web';
  const database = await openDatabase(config, locateDatabase, {
    say: config.ROLE === 'all' ? detail : say,
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
    log: logFile ? fileLog(config.LOG_LEVEL, logFile) : undefined,
  });
  undo(() => closeShop(shop));
  for (const warning of warningsOf(config)) {
    say(`\n*** WARNING ***\n${warning}\n***************\n`);
    shop.log.warn(warning);
  }
  const admin = await seed?.(shop, detail);
  await proveDeliveries(shop);
  // Once more when the processes of the version before have surely ended, which deliver without a proof.
  await enqueue(shop.db, PROVE_DELIVERIES, {}, { key: PROVE_DELIVERIES, runAt: minutesAfter(new Date(), 10) });
  const sandbox = await openOwnSandbox(shop);
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
    return async () => {
      shop.drain.isUnderWay = true;
    };
  }
  const app = await createApp(shop, { web: true, sandbox, listPastPayments });
  undo(() => app.close());
  undo(() => endConnections(app.server, { quietMs: Math.min(QUIET_MS, config.drainMs) }));
  const address = await listen(app, config);
  const secrets =
    admin &&
    `Administrator: ${admin.email}\nPassword:      ${admin.password}\n(also in ${admin.file}, which only you can read)\n`;
  if (logFile) say(`Requests are logged in ${logFile}`);
  // In one piece: whoever waits for the address finds the password beside it.
  say([`\nThe shop is open at ${address}\n`, secrets].filter(Boolean).join('\n'));
  return async (signal) => {
    shop.drain.isUnderWay = true;
    sendClientsElsewhere(app.server);
    // Who presses Ctrl-C stands in front of it, and no proxy does.
    if (signal !== 'SIGINT') await pause(config.drainMs);
  };
}

const once = <A extends unknown[]>(action: (...args: A) => Promise<void>) => {
  let done = false;
  return (...args: A) => {
    if (done) return;
    done = true;
    void action(...args);
  };
};
