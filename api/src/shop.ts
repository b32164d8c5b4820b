import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import {
  type OpenProviders,
  openProviders,
  type PaymentKeys,
  readPaymentKeys,
} from './features/payments/provider/open-providers.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createDatabase, createPool, type Pool } from './platform/database/database.ts';
import { measurePool } from './platform/database/pool-metrics.ts';
import { readOrCreateSecret } from './platform/files/data-dir-secrets.ts';
import type { Drain } from './platform/http/health-routes.ts';
import type { ImageStore } from './platform/images/image-store.ts';
import { wrapStoreErrors } from './platform/images/image-store-errors.ts';
import { createLocalImageStore } from './platform/images/local-image-store.ts';
import { createS3ImageStore } from './platform/images/s3-image-store.ts';
import { createLog, type Log } from './platform/log/log.ts';
import { countMails } from './platform/mail/counted-mails.ts';
import { keptMailsIn } from './platform/mail/kept-mails.ts';
import { createFileMailer, createSmtpMailer, type Mailer } from './platform/mail/mailer.ts';
import { openReplicas, type Replicas } from './platform/replicas/replicas.ts';
import { reasonOf, StartupError } from './platform/startup-error.ts';
import { createMetrics, type Metrics, nameProcess } from './platform/telemetry/metrics.ts';
import { startTelemetry, type Telemetry } from './platform/telemetry/start-telemetry.ts';
import { traceMails } from './platform/telemetry/traced-mails.ts';
import { createVault, newVaultKey, type Vault } from './platform/vault.ts';
import type { Database } from './tables.ts';

/** The dependencies of the features: created once per process and passed as parameters. */
export type Shop = {
  config: Config;
  pool: Pool;
  db: Database;
  /** Undefined in workers, and without configured replicas. */
  replicas: Replicas | undefined;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  images: ImageStore;
  mailer: Mailer;
  vault: Vault;
  paymentKeys: PaymentKeys;
  providers: OpenProviders;
  /** The origin of the payment sandbox of this process, if it has one. */
  localSandbox: { origin: string };
  drain: Drain;
  /** Undefined without a configured collector. */
  telemetry: Telemetry | undefined;
};

type ShopOptions = {
  config: Config;
  databaseUrl: string;
  isPooled?: boolean;
  clock?: Clock;
  log?: Log;
};

/** Nothing listens on this port: calls to the provider fail until the sandbox is open. */
const NOT_OPEN = 'http://127.0.0.1:1';

export async function openShop({ config, databaseUrl, isPooled = false, ...options }: ShopOptions): Promise<Shop> {
  // Steps that may fail come before steps that open resources.
  await mkdir(config.DATA_DIR, { recursive: true }).catch((error) => {
    throw new StartupError(`The data folder ${config.DATA_DIR} cannot be created: ${reasonOf(error)}.`);
  });
  const ring = config.VAULT_KEYS ?? (await readOrCreateSecret(config.DATA_DIR, 'vault-keys', () => newVaultKey('k1')));
  const vault = createVault(ring);
  const identity = { role: config.ROLE, instance: config.instance };
  const log = (options.log ?? createLog(config.LOG_LEVEL)).child(identity);
  const metrics = createMetrics();
  const telemetry = await startTelemetry(config, { ...identity, registry: metrics.registry, log });
  const pool = createPool({
    url: databaseUrl,
    max: config.DATABASE_POOL,
    timeoutFactor: config.DATABASE_TIMEOUT_FACTOR,
    isPooled,
    onError: (error) => log.warn({ err: error }, 'lost a database connection'),
  });
  const db = createDatabase(pool);
  nameProcess(metrics, identity);
  measurePool(metrics.registry, pool);
  const paymentKeys = await readPaymentKeys(config, db);
  const localSandbox = { origin: NOT_OPEN };
  const clock = options.clock ?? systemClock;
  return {
    config,
    pool,
    db,
    replicas: replicasOf(config, { primary: pool, log, metrics }),
    clock,
    log,
    metrics,
    images: imageStoreOf(config),
    mailer: traceMails(countMails(mailerOf(config, log), metrics.mails)),
    vault,
    paymentKeys,
    providers: openProviders(config, paymentKeys, () => localSandbox.origin, { clock, log, metrics }),
    localSandbox,
    drain: { isUnderWay: false },
    telemetry,
  };
}

export async function closeShop({ db, replicas, mailer, telemetry }: Shop): Promise<void> {
  mailer.close();
  // The last metrics still read the database.
  await telemetry?.close();
  await replicas?.close();
  await db.destroy();
}

const replicasOf = (
  { DATABASE_REPLICA_URL: urls, ROLE, ...config }: Config,
  deps: Pick<Parameters<typeof openReplicas>[0], 'primary' | 'log' | 'metrics'>,
): Replicas | undefined =>
  urls && ROLE !== 'worker'
    ? openReplicas({
        ...deps,
        urls,
        maxLagMs: 1000 * config.DATABASE_REPLICA_MAX_LAG,
        timeoutFactor: config.DATABASE_TIMEOUT_FACTOR,
      })
    : undefined;

const imageStoreOf = (config: Config): ImageStore =>
  config.S3_BUCKET
    ? wrapStoreErrors(
        createS3ImageStore({
          endpoint: config.S3_ENDPOINT,
          region: config.S3_REGION,
          bucket: config.S3_BUCKET,
          addressing: config.S3_ADDRESSING,
          ...(config.S3_CREDENTIALS === 'keys' && {
            keys: {
              accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
              secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
            },
          }),
        }),
      )
    : createLocalImageStore(join(config.DATA_DIR, 'images'));

// A mail server may check a mail for 30 s before it confirms it (the default of Exchange). With a shorter timeout we would send
// the mail again and again. A stopping process waits for it, and must end within 60 s.
const SMTP_TIMES = { connectMs: 10_000, silenceMs: 33_000 };

const mailerOf = (config: Config, log: Log): Mailer =>
  config.mail === 'smtp'
    ? createSmtpMailer({ url: config.SMTP_URL ?? '', from: config.MAIL_FROM, ...SMTP_TIMES })
    : createFileMailer({
        folder: keptMailsIn(config.DATA_DIR),
        from: config.MAIL_FROM,
        log: (line) => log.info(line),
      });
