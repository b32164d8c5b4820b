import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { API_BASE, calls } from '@shop/contract/calls';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accountJobs } from './features/accounts/accounts.jobs.ts';
import { accountRoutes } from './features/accounts/accounts.routes.ts';
import { accountRetention } from './features/accounts/accounts-retention.queries.ts';
import { avatarRoutes } from './features/accounts/avatar.routes.ts';
import { factorRoutes } from './features/accounts/factors.routes.ts';
import { passkeyRoutes } from './features/accounts/passkeys.routes.ts';
import { peopleTexts } from './features/accounts/people.queries.ts';
import { savedViewRetention } from './features/accounts/saved-views-retention.queries.ts';
import { securityNoticeJob } from './features/accounts/security-notices.jobs.ts';
import { sessionCookies } from './features/accounts/session-cookie.ts';
import { sessionEntry } from './features/accounts/session-entry.ts';
import { findSessionUser } from './features/accounts/sessions.service.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { measureShopState } from './features/admin/shop-state.metrics.ts';
import { bulkChangeRetention } from './features/catalogue/bulk-products.queries.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { productImageJobs, productImageRetention } from './features/catalogue/product-images.service.ts';
import { soldOutJob } from './features/catalogue/product-standing.service.ts';
import { productTexts } from './features/catalogue/search.queries.ts';
import { forgetSearchWords } from './features/catalogue/search-words.job.ts';
import { tidyShelfCounts } from './features/catalogue/shelf-counts.job.ts';
import { stockJobs } from './features/catalogue/stock.jobs.ts';
import { stockAlertRoutes } from './features/catalogue/stock-alerts.routes.ts';
import { stockAlertRetention } from './features/catalogue/stock-alerts-retention.queries.ts';
import { wishlistRoutes } from './features/catalogue/wishlist.routes.ts';
import { wishRetention } from './features/catalogue/wishlist-retention.queries.ts';
import { contactJobs } from './features/contact/contact.jobs.ts';
import { contactTexts } from './features/contact/contact.queries.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { contactRetention } from './features/contact/contact-retention.queries.ts';
import { orderMoney } from './features/orders/money-listener.ts';
import { orderJobs } from './features/orders/orders.jobs.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { orderRetention } from './features/orders/orders-retention.queries.ts';
import { enterPastRefunds } from './features/orders/past-refunds.job.ts';
import { paymentJobs } from './features/payments/payments.jobs.ts';
import { paymentRetention } from './features/payments/payments-retention.queries.ts';
import { webhookRoutes } from './features/payments/webhook.routes.ts';
import { proveDeliveriesJob } from './features/stock/delivery-proofs.service.ts';
import { analyzeUnitsJob } from './features/stock/unit-statistics.service.ts';
import { mountSandbox, type OwnSandbox, type SandboxHistory } from './own-sandbox.ts';
import { fail } from './platform/failure.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import { closeConnectionsAsTheyEnd } from './platform/http/closing.ts';
import { refuseCrossSite } from './platform/http/cross-site.ts';
import { tagRepeatableAnswers } from './platform/http/entity-tag.ts';
import { answerFailure, handleErrors } from './platform/http/error-handler.ts';
import { believeProxies } from './platform/http/forwarded-address.ts';
import { healthRoutes, sayAliveAhead } from './platform/http/health-routes.ts';
import { refuseTwoHosts } from './platform/http/host-header.ts';
import { acceptJson, JSON_BYTES } from './platform/http/json-body.ts';
import { createReadLimit, limitPublicReads } from './platform/http/public-read-limit.ts';
import { requestId } from './platform/http/request-id.ts';
import { requestLog } from './platform/http/request-log.ts';
import { limitRequestTime, serverTimeouts } from './platform/http/request-time.ts';
import {
  canPay,
  contentSecurityPolicy,
  pathOf,
  securityHeaders,
  sendSecurityHeaders,
} from './platform/http/security-headers.ts';
import { securityTxt } from './platform/http/security-txt.ts';
import { identifyUsers } from './platform/http/session-user.ts';
import { shareAnswers } from './platform/http/shared-answers/share-answers.ts';
import { answerUnreadable, trackResponses } from './platform/http/unreadable-requests.ts';
import { serveWebFromSource } from './platform/http/web-development.ts';
import { serveBuiltWeb } from './platform/http/web-pages.ts';
import { mediaRoutes } from './platform/images/media-routes.ts';
import { publishImagesAt } from './platform/images/public-addresses.ts';
import { measureQueue } from './platform/jobs/queue-metrics.ts';
import type { Job } from './platform/jobs.ts';
import { foldListCounts } from './platform/list-counts.job.ts';
import { keptMailRetention, keptMailsIn } from './platform/mail/kept-mails.ts';
import { measureRequests } from './platform/metrics.ts';
import { normalizeStoredTexts } from './platform/normalize-texts.job.ts';
import { platformRetention } from './platform/platform-retention.ts';
import { retentionJob } from './platform/retention.ts';
import { traceRequests } from './platform/telemetry/traced-requests.ts';
import type { Shop } from './shop.ts';

// Pages and lists shrink to a sixth; quality 4 costs about as much as gzip. Assets come compressed from the build.
const COMPRESSION = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: 1024,
  // Nobody sends us compressed requests; to look for one is a hook of every route.
  globalDecompression: false,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

export type AppOptions = SandboxHistory & {
  web: boolean;
  /** Hears of every route as it is mounted: a test compares them with the contract. */
  onRoute?: (route: RouteOptions) => void;
  /** The one that this process calls, of which the browser needs the checkout. */
  sandbox?: OwnSandbox | undefined;
};

/** Wires every feature to what it stands on, once. */
export async function createApp(shop: Shop, options: AppOptions): Promise<FastifyInstance> {
  const { config } = shop;
  const headerOptions = {
    isHttps: config.isHttps,
    checkoutSources: shop.providers.current.checkoutSources,
    imageOrigins: originsOf(config.AVATAR_URL_TEMPLATE, config.imagesUrl),
  };
  const app = fastify({
    loggerInstance: shop.log as FastifyBaseLogger,
    childLoggerFactory: requestLog,
    genReqId: requestId,
    trustProxy: config.TRUST_PROXY !== 0,
    bodyLimit: JSON_BYTES,
    ...serverTimeouts(config.REQUEST_TIMEOUT_FACTOR),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What has reached us is answered, also while we close.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(headerOptions),
    // An address that cannot be decoded reaches no route, and so none of the hooks below.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(pathOf(request.url), headerOptions));
      answerFailure(fail('malformed'), request, reply);
    },
  });
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  traceRequests(app);
  // Hooks of every request call back instead of being awaited: each promise costs more than what most of them do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Before what may refuse a request.
  sendSecurityHeaders(app, headerOptions);
  refuseTwoHosts(app);

  trackResponses(app.server);
  closeConnectionsAsTheyEnd(app);
  believeProxies(app, config.TRUST_PROXY);
  limitRequestTime(app, config.REQUEST_TIMEOUT_FACTOR);
  acceptJson(app);
  handleErrors(app);
  measureRequests(app, shop.metrics);
  tagRepeatableAnswers(app);
  refuseCrossSite(app, {
    publicUrl: config.PUBLIC_URL,
    except: `${API_BASE}${calls.razorpayWebhook.path}`,
  });
  const readLimit = createReadLimit({ factor: config.RATE_LIMIT_FACTOR });
  limitPublicReads(app, readLimit);
  const publish = config.imagesUrl === undefined ? undefined : publishImagesAt(config.imagesUrl);
  if (publish) app.addHook('preSerialization', (_request, _reply, answer, done) => done(null, publish(answer)));
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
  sayAliveAhead(app.server, securityHeaders('/healthz', headerOptions));
  securityTxt(app, shop);
  await app.register(mediaRoutes, { store: shop.images, isShownElsewhere: publish !== undefined });

  const entry = sessionEntry(shop, cookies);
  accountRoutes(app, shop, entry);
  passkeyRoutes(app, shop, entry);
  factorRoutes(app, shop);
  avatarRoutes(app);
  catalogueRoutes(app, shop, shared?.reads);
  stockAlertRoutes(app, shop);
  wishlistRoutes(app, shop);
  contactRoutes(app, shop);
  orderRoutes(app, { ...shop, providers: shop.providers.forBuyers });
  webhookRoutes(app, shop);
  await mountSandbox(app, shop, options);
  adminRoutes(app, shop);
  if (options.web)
    await serveWeb(app, shop, {
      sharedPages: shared?.pages,
      readLimit,
      canPay: (path) => canPay(path, headerOptions),
      policyOf: (path, scripts) => contentSecurityPolicy(path, headerOptions, { scripts }),
    });
  return app;
}

/** Of those addresses that lead elsewhere. */
const originsOf = (...addresses: (string | undefined)[]): string[] =>
  addresses.flatMap((address) => (address && URL.canParse(address) ? new URL(address).origin : []));

/** What a process with jobs tells of the shop as a whole. */
export function measureShop(shop: Shop, jobs: readonly Job[]): void {
  measureQueue(shop.metrics.registry, shop.pool, jobs);
  measureShopState(shop);
}

/** The work of every feature that happens outside a request. */
export const shopJobs = (shop: Shop): Job[] => [
  ...accountJobs(shop),
  securityNoticeJob(shop),
  forgetSearchWords(shop),
  normalizeStoredTexts(shop, [productTexts, peopleTexts, contactTexts]),
  ...productImageJobs(shop),
  soldOutJob(shop),
  tidyShelfCounts(shop),
  ...stockJobs(shop),
  ...contactJobs(shop),
  proveDeliveriesJob(shop),
  analyzeUnitsJob(shop),
  ...orderJobs(shop),
  enterPastRefunds(shop),
  ...paymentJobs({ ...shop, listener: orderMoney(shop) }),
  foldListCounts(shop),
  retentionJob(shop, [
    ...accountRetention,
    ...savedViewRetention,
    ...stockAlertRetention,
    ...wishRetention,
    ...bulkChangeRetention,
    ...productImageRetention,
    ...orderRetention,
    ...paymentRetention,
    ...contactRetention,
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
