import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { accountsFeature } from './features/accounts/accounts.feature.ts';
import { sessionCookies } from './features/accounts/sessions/session-cookie.ts';
import { findSessionUser } from './features/accounts/sessions/sessions.service.ts';
import { adminFeature } from './features/admin/admin.feature.ts';
import { catalogueFeature } from './features/catalogue/catalogue.feature.ts';
import { contactFeature } from './features/contact/contact.feature.ts';
import { ordersFeature } from './features/orders/orders.feature.ts';
import { paymentsFeature } from './features/payments/payments.feature.ts';
import { stockFeature } from './features/stock/stock.feature.ts';
import { type LocalSandbox, mountSandbox, type SandboxHistory } from './local-sandbox.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import { answerHealthzBeforeFastify, healthRoutes } from './platform/http/health-routes.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { serveWebFromSource } from './platform/http/pages/web-development.ts';
import { serveBuiltWeb } from './platform/http/pages/web-pages.ts';
import { identifyUsers } from './platform/http/requests/session-user.ts';
import { createReadLimit } from './platform/http/security/public-read-limit.ts';
import { canPay, contentSecurityPolicy, securityHeaders } from './platform/http/security/security-headers.ts';
import { securityTxt } from './platform/http/security/security-txt.ts';
import { shareAnswers } from './platform/http/shared-answers/share-answers.ts';
import { mediaRoutes } from './platform/images/media-routes.ts';
import { publishImagesAt } from './platform/images/public-addresses.ts';
import type { Job } from './platform/jobs/jobs.ts';
import { measureQueue } from './platform/jobs/queue-metrics.ts';
import { foldListCounts } from './platform/lists/list-counts.job.ts';
import { normalizeStoredTexts } from './platform/lists/normalize-texts.job.ts';
import { keptMailRetention, keptMailsIn } from './platform/mail/kept-mails.ts';
import { platformRetention } from './platform/platform-retention.ts';
import { retentionJob } from './platform/retention.ts';
import type { Shop } from './shop.ts';

// Pages and lists shrink to a sixth. Brotli quality 4 costs about as much CPU as gzip. The build compresses assets.
const COMPRESSION = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: 1024,
  // Clients send no compressed requests, and decompression would add a hook to every route.
  globalDecompression: false,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

export type AppOptions = SandboxHistory & {
  web: boolean;
  /** Is called for every mounted route: a test compares the routes with the contract. */
  onRoute?: (route: RouteOptions) => void;
  /** The payment sandbox of this process; browsers load its checkout. */
  sandbox?: LocalSandbox | undefined;
};

/** Creates the HTTP server and mounts the routes of the platform and of every feature. */
export async function createApp(shop: Shop, options: AppOptions): Promise<FastifyInstance> {
  const { config } = shop;
  const headerOptions = {
    isHttps: config.isHttps,
    checkoutSources: shop.providers.current.checkoutSources,
    imageOrigins: originsOf(config.AVATAR_URL_TEMPLATE, config.imagesUrl),
  };
  const readLimit = createReadLimit({ factor: config.RATE_LIMIT_FACTOR });
  const publish = config.imagesUrl === undefined ? undefined : publishImagesAt(config.imagesUrl);
  const app = createHttpServer(shop, {
    headerOptions,
    readLimit,
    publish,
    webhookPath: `${API_BASE}${calls.razorpayWebhook.path}`,
    onRoute: options.onRoute,
  });
  const shared =
    config.SHARED_ANSWERS_MB > 0 ? shareAnswers(app, shop, { headerOptions, readLimit, publish }) : undefined;
  const cookies = sessionCookies(config);
  identifyUsers(app, async (request) => {
    const sessionId = cookies.read(request);
    return sessionId === undefined ? null : findSessionUser(shop, sessionId);
  });
  await app.register(compress, COMPRESSION);
  await app.register(cookie);
  await apiDocs(app, headerOptions, cookies.name);
  healthRoutes(app, shop);
  answerHealthzBeforeFastify(app.server, securityHeaders('/healthz', headerOptions));
  securityTxt(app, shop);
  await app.register(mediaRoutes, { store: shop.images, isShownElsewhere: publish !== undefined });

  accountsFeature.routes(app, shop, cookies);
  catalogueFeature.routes(app, shop, shared?.reads);
  contactFeature.routes(app, shop);
  ordersFeature.routes(app, { ...shop, providers: shop.providers.forBuyers });
  paymentsFeature.routes(app, shop);
  await mountSandbox(app, shop, options);
  adminFeature.routes(app, shop);
  if (options.web)
    await serveWeb(app, shop, {
      sharedPages: shared?.pages,
      readLimit,
      canPay: (path) => canPay(path, headerOptions),
      policyOf: (path, scripts) => contentSecurityPolicy(path, headerOptions, { scripts }),
    });
  return app;
}

/** The origins of absolute URLs. A relative URL is this origin. */
const originsOf = (...addresses: (string | undefined)[]): string[] =>
  addresses.flatMap((address) => (address && URL.canParse(address) ? new URL(address).origin : []));

/** Adds the metrics of the whole shop. Only processes with a worker call it. */
export function measureShop(shop: Shop, jobs: readonly Job[]): void {
  measureQueue(shop.metrics.registry, shop.pool, jobs);
  adminFeature.metrics(shop);
}

/** All jobs of the shop. */
export const shopJobs = (shop: Shop): Job[] => [
  ...accountsFeature.jobs(shop),
  ...catalogueFeature.jobs(shop),
  ...contactFeature.jobs(shop),
  ...stockFeature.jobs(shop),
  ...ordersFeature.jobs(shop),
  ...paymentsFeature.jobs({ ...shop, handlers: ordersFeature.paymentEvents(shop) }),
  foldListCounts(shop),
  normalizeStoredTexts(shop, [
    ...catalogueFeature.searchedTexts,
    ...accountsFeature.searchedTexts,
    ...contactFeature.searchedTexts,
  ]),
  retentionJob(shop, [
    ...accountsFeature.retention,
    ...catalogueFeature.retention,
    ...ordersFeature.retention,
    ...paymentsFeature.retention,
    ...contactFeature.retention,
    ...platformRetention,
    keptMailRetention(keptMailsIn(shop.config.DATA_DIR)),
  ]),
];

const WEB_FOLDER = join(import.meta.dirname, '../../web');

function serveWeb(app: FastifyInstance, { config }: Shop, reading: Parameters<typeof serveBuiltWeb>[3]): Promise<void> {
  const settings = {
    developmentNotice: config.DEVELOPMENT_NOTICE,
    avatarUrlTemplate: config.AVATAR_URL_TEMPLATE,
    supportEmail: config.SUPPORT_EMAIL,
    origin: new URL(config.publicUrl).origin,
  };
  return config.WEB_DEV
    ? serveWebFromSource(app, WEB_FOLDER, settings)
    : serveBuiltWeb(app, join(WEB_FOLDER, 'dist'), settings, reading);
}
