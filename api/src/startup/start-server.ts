import { createServer } from 'node:net';
import { join } from 'node:path';
import { destination } from 'pino';
import { type AppOptions, createApp, shopJobs } from '../app.ts';
import { warningsOf } from '../config.rules.ts';
import { type Config, readConfig } from '../config.ts';
import { PROVE_DELIVERIES, proveDeliveries } from '../features/stock/delivery-proofs.service.ts';
import { minutesAfter } from '../platform/clock.ts';
import { openAdminPort } from '../platform/http/admin-port.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { enqueue } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { createAnnouncer } from './announcer.ts';
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
  try {
    await open(readConfig(env), surroundings, steps.add);
  } catch (error) {
    tellAll();
    await steps.undo();
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  const stop = once(async (signal: string) => {
    say(`\n${signal}: finishing what is under way…`);
    await steps.undo();
    say('Stopped.');
    process.exit(0);
  });
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function open(
  config: Config,
  { locateDatabase, seed, listPastPayments }: Surroundings,
  undo: (action: () => Promise<unknown>) => void,
): Promise<void> {
  const serves = config.ROLE !== 'worker';
  const databaseUrl = await openDatabase(config, locateDatabase, {
    say: detail,
    undo,
    check: async () => {
      if (serves) await checkPort(config);
      say('Preparing the shop…');
    },
  });
  const logFile = logFileOf(config);
  const shop = await openShop({ config, databaseUrl, log: logFile ? fileLog(config.LOG_LEVEL, logFile) : undefined });
  undo(() => closeShop(shop));
  for (const warning of warningsOf(config)) {
    say(`\n*** WARNING ***\n${warning}\n***************\n`);
    shop.log.warn(warning);
  }
  const admin = await seed?.(shop, detail);
  await proveDeliveries(shop);
  // Once more when the processes of the version before have surely ended, which deliver without a proof.
  await enqueue(shop.db, PROVE_DELIVERIES, {}, { key: PROVE_DELIVERIES, runAt: minutesAfter(new Date(), 10) });
  const adminPort = await openAdminPort(shop, { host: config.ADMIN_HOST, port: config.ADMIN_PORT, say });
  undo(() => adminPort.close());

  if (config.ROLE !== 'web') {
    const worker = await startWorker({ pool: shop.pool, jobs: shopJobs(shop), log: shop.log });
    undo(() => worker.stop());
  }
  if (!serves) return say('Working on jobs.');
  const app = await createApp(shop, { web: true, listPastPayments });
  undo(() => app.close());
  const address = await listen(app, config);
  const secrets =
    admin &&
    `Administrator: ${admin.email}\nPassword:      ${admin.password}\n(also in ${admin.file}, which only you can read)\n`;
  if (logFile) say(`Requests are logged in ${logFile}`);
  // In one piece: whoever waits for the address finds the password beside it.
  say([`\nThe shop is open at ${address}\n`, secrets].filter(Boolean).join('\n'));
}

const portTaken = (port: number) =>
  new StartupError(`Port ${port} is already in use. Stop what uses it, or choose another with PORT.`);

/** Asked before the database starts, so that a taken port costs nobody a minute of waiting. */
const checkPort = ({ PORT, HOST }: Config) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE'
            ? portTaken(PORT)
            : new StartupError(`Cannot listen on ${HOST}: ${reasonOf(error)}.`),
        ),
      )
      .listen(PORT, HOST, () => probe.close(() => resolve()));
  });

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  // Fastify would log each address it is bound to, behind the line that tells people where the shop is.
  if (config.LOG_LEVEL === 'info') app.log.level = 'warn';
  try {
    await app.listen({ port: config.PORT, host: config.HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw portTaken(config.PORT);
    throw error;
  }
  app.log.level = config.LOG_LEVEL;
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT;
  return config.PUBLIC_URL ?? `http://localhost:${port}`;
}

const once = <A extends unknown[]>(action: (...args: A) => Promise<void>) => {
  let done = false;
  return (...args: A) => {
    if (done) return;
    done = true;
    void action(...args);
  };
};
