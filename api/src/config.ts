import { hostname } from 'node:os';
import { SHOP_NAME } from '@shop/contract/limits/limits';
import { z } from 'zod';
import { findConfigProblems, SUPPORT_PLACEHOLDER } from './config.rules.ts';
import { networksOf } from './platform/http/requests/forwarded-address.ts';
import { StartupError } from './platform/startup-error.ts';

const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(0).max(65535);
const onOff = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'])
    .optional()
    .transform((value) => (value === undefined ? fallback : ['on', 'true', '1', 'yes'].includes(value)));
const url = (...protocols: string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** Applies a rule to a URL. An invalid URL passes, because it has its own message already. */
const isAddress = (value: string, rule: (address: URL) => boolean) => !URL.canParse(value) || rule(new URL(value));

/** A larger factor overflows the timer, which then fires at once. A smaller one rounds to 0, which means no timeout. */
const factorOfTime = z.coerce.number().min(0.001).max(10_000).default(1);

const PROXIES = 'must be on, off, a number of proxies, or their networks such as 10.0.0.0/8,fd00::/8';
const networks = text
  .transform((value) => value.split(',').map((network) => network.trim()))
  .refine((value) => networksOf(value) !== undefined, { error: PROXIES });

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: text.default('0.0.0.0'),
  /** The port of metrics and health for the operator. */
  ADMIN_PORT: z.union([z.literal('off'), port]).optional(),
  ADMIN_HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /** PostgreSQL itself, if DATABASE_URL leads to a pooler: for migrations and for LISTEN. */
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  /** URLs of replicas for public reads, separated by commas. */
  DATABASE_REPLICA_URL: text
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(z.array(url('postgres:', 'postgresql:')))
    .optional(),
  /** A replica that is further behind is not used (seconds). */
  DATABASE_REPLICA_MAX_LAG: z.coerce.number().min(0.1).max(60).default(1),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_TIMEOUT_FACTOR: factorOfTime,
  PUBLIC_URL: url('http:', 'https:')
    .refine((value) => isAddress(value, ({ href, origin }) => href === `${origin}/`), {
      message: 'must be the shop alone, such as https://shop.example: its pages are at no other path',
    })
    .transform((value) => new URL(value).origin)
    .optional(),
  /** Browsers load images from here: a CDN in front of the bucket, or of the /media of this shop. */
  IMAGES_PUBLIC_URL: url('http:', 'https:').optional(),
  /** The number of proxies in front that append to X-Forwarded-For ('on' is one), or their networks. */
  TRUST_PROXY: z.union([onOff(false).transform(Number), z.coerce.number().int().min(0).max(9), networks], {
    error: PROXIES,
  }),
  /** The URL of an OpenTelemetry collector for traces and metrics. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SERVICE_NAME: text.default('digital-goods-marketplace'),
  /** The share of traces to keep, of those that start in this process. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** The interval between two exports (milliseconds). */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(100).max(86_400_000).default(60_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** 'all' migrates, serves and works; 'web' only serves; 'worker' only runs jobs; 'migrate' only migrates, and ends. */
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  /** The name of this process in its log lines. */
  INSTANCE: text.max(100).optional(),
  /** The number of processes that serve the port. With more than one and ROLE=all, another one runs jobs. */
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(256).default(1),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Memory for shared answers; 0 turns them off. */
  SHARED_ANSWERS_MB: z.coerce.number().min(0).max(4096).default(32),
  /** A stopping process serves requests for this time, until the load balancer has noticed. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  REQUEST_TIMEOUT_FACTOR: factorOfTime,
  /** Admins can act only after sign-in with a second factor or a passkey. The default is on in production. */
  REQUIRE_SECOND_FACTOR: onOff(false).optional(),
  /** The number of codes that one admin can reveal in an hour. */
  CODES_SHOWN_PER_HOUR: z.coerce.number().int().min(1).default(60),
  DEVELOPMENT_NOTICE: onOff(true),
  AVATAR_URL_TEMPLATE: text.includes('{name}').default('/avatars/{name}.svg'),
  SEED_DEMO: onOff(false).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().max(128).optional(),
  SMTP_URL: url('smtp:', 'smtps:')
    .refine((value) => isAddress(value, ({ hostname }) => hostname !== ''), {
      message: 'must name the mail server, as in smtp://mail.example',
    })
    .optional(),
  MAIL_TRANSPORT: z.enum(['smtp', 'files']).optional(),
  MAIL_FROM: text
    .regex(
      /^([^<>@]*<[^<>@,\s]+@[^<>@,\s]+>|[^<>@,\s]+@[^<>@,\s]+)$/,
      'must be an address, such as My Shop <shop@example.com>',
    )
    .optional(),
  SUPPORT_EMAIL: z.email().default(SUPPORT_PLACEHOLDER),
  /** Ring of AES-256 keys, newest first: `id:base64,id:base64`. */
  VAULT_KEYS: text
    .regex(/^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/, 'must be id:base64 of 32 bytes, comma separated')
    .optional(),
  PAYMENT_PROVIDER: z.enum(['razorpay', 'sandbox']).optional(),
  RAZORPAY_KEY_ID: text.optional(),
  RAZORPAY_KEY_SECRET: text.optional(),
  RAZORPAY_WEBHOOK_SECRET: text.optional(),
  /** The URL of a sandbox in a process of its own, for tests that kill the shop. */
  SANDBOX_URL: url('http:').optional(),
  SANDBOX_FAULTS: onOff(false),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_REGION: text.default('auto'),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** 'platform' uses the temporary credentials of the machine, container or pod role. */
  S3_CREDENTIALS: z.enum(['keys', 'platform']).default('keys'),
  S3_ADDRESSING: z.enum(['path', 'virtual']).default('path'),
  WEB_DEV: onOff(false),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads and validates the environment. The error names every wrong variable, each in one sentence. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const issues = environment.safeParse(given).error?.issues ?? [];
  const wrong = new Map(issues.map(({ path, message }) => [String(path[0]), message]));
  // Invalid variables are left out here, so that conflicts between the others are named in the same error.
  const values = environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
  for (const [name, message] of findConfigProblems(values)) if (!wrong.has(name)) wrong.set(name, message);
  if (wrong.size > 0) {
    const lines = [...wrong].map(([name, message]) => `  ${name}: ${message}`);
    throw new StartupError(`The configuration is wrong:\n${lines.join('\n')}`);
  }
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    publicUrl,
    imagesUrl: values.IMAGES_PUBLIC_URL?.replace(/\/+$/, ''),
    instance: values.INSTANCE ?? `${hostname()}:${process.pid}`,
    isHttps: publicUrl.startsWith('https:'),
    isProduction: values.NODE_ENV === 'production',
    requiresSecondFactor: values.REQUIRE_SECOND_FACTOR ?? values.NODE_ENV === 'production',
    MAIL_FROM: values.MAIL_FROM ?? `${SHOP_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    mail: values.MAIL_TRANSPORT ?? (values.SMTP_URL ? 'smtp' : 'files'),
    drainMs: 1000 * (values.DRAIN_SECONDS ?? (values.NODE_ENV === 'test' ? 0 : 5)),
    seedsDemo: values.SEED_DEMO ?? (values.NODE_ENV !== 'production' && values.DATABASE_URL === undefined),
    paymentProvider: values.PAYMENT_PROVIDER ?? (values.RAZORPAY_KEY_ID ? 'razorpay' : 'sandbox'),
  };
}
