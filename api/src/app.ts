import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accountJobs } from './features/accounts/accounts.jobs.ts';
import { accountRoutes } from './features/accounts/accounts.routes.ts';
import { accountRetention } from './features/accounts/accounts-retention.queries.ts';
import { savedViewRetention } from './features/accounts/administrators/saved-views-retention.queries.ts';
import { passkeyRoutes } from './features/accounts/passkeys/passkeys.routes.ts';
import { avatarRoutes } from './features/accounts/people/avatar.routes.ts';
import { peopleTexts } from './features/accounts/people/people.queries.ts';
import { securityMailJob } from './features/accounts/security-mails/security-mails.jobs.ts';
import { sessionCookies } from './features/accounts/sessions/session-cookie.ts';
import { findSessionUser } from './features/accounts/sessions/sessions.service.ts';
import { sessionEntry } from './features/accounts/sessions/start-session.ts';
import { factorRoutes } from './features/accounts/two-factor/factors.routes.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { measureShopState } from './features/admin/shop-state.metrics.ts';
import { soldOutJob } from './features/catalogue/availability.service.ts';
import { foldCatalogueCounts } from './features/catalogue/browse/fold-catalogue-counts.job.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { stockJobs } from './features/catalogue/low-stock/stock-mails.jobs.ts';
import { bulkChangeRetention } from './features/catalogue/manage/bulk-products.queries.ts';
import { productImageJobs, productImageRetention } from './features/catalogue/manage/product-images.service.ts';
import { productTexts } from './features/catalogue/search/search.queries.ts';
import { forgetSearchWords } from './features/catalogue/search/search-words.job.ts';
import { stockAlertRoutes } from './features/catalogue/stock-alerts/stock-alerts.routes.ts';
import { stockAlertRetention } from './features/catalogue/stock-alerts/stock-alerts-retention.queries.ts';
import { wishlistRoutes } from './features/catalogue/wishlist/wishlist.routes.ts';
import { wishRetention } from './features/catalogue/wishlist/wishlist-retention.queries.ts';
import { contactJobs } from './features/contact/contact.jobs.ts';
import { contactTexts } from './features/contact/contact.queries.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { contactRetention } from './features/contact/contact-retention.queries.ts';
import { orderJobs } from './features/orders/orders.jobs.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { orderRetention } from './features/orders/orders-retention.queries.ts';
import { orderPaymentEvents } from './features/orders/payment/order-payment-events.ts';
import { backfillRefundedAmounts } from './features/orders/refunds/backfill-refunded-amounts.job.ts';
import { webhookRoutes } from './features/payments/events/webhook.routes.ts';
import { paymentJobs } from './features/payments/payments.jobs.ts';
import { paymentRetention } from './features/payments/payments-retention.queries.ts';
import { proveDeliveriesJob } from './features/stock/delivery-proofs/delivery-proofs.service.ts';
import { analyzeUnitsJob } from './features/stock/units/unit-statistics.service.ts';
import { type LocalSandbox, mountSandbox, type SandboxHistory } from './local-sandbox.ts';
import { fail } from './platform/failure.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import { tagRepeatableAnswers } from './platform/http/entity-tag.ts';
import { answerFailure, handleErrors } from './platform/http/error-handler.ts';
import { acceptJson, JSON_BYTES } from './platform/http/forms/json-body.ts';
import { healthRoutes, sayAliveAhead } from './platform/http/health-routes.ts';
import { serveWebFromSource } from './platform/http/pages/web-development.ts';
import { serveBuiltWeb } from './platform/http/pages/web-pages.ts';
import { closeConnectionsAsTheyEnd } from './platform/http/requests/closing.ts';
import { believeProxies } from './platform/http/requests/forwarded-address.ts';
import { requestId } from './platform/http/requests/request-id.ts';
import { requestLog } from './platform/http/requests/request-log.ts';
import { limitRequestTime, serverTimeouts } from './platform/http/requests/request-time.ts';
import { identifyUsers } from './platform/http/requests/session-user.ts';
import { answerUnreadable, trackResponses } from './platform/http/requests/unreadable-requests.ts';
import { refuseCrossSite } from './platform/http/security/cross-site.ts';
import { refuseTwoHosts } from './platform/http/security/host-header.ts';
import { createReadLimit, limitPublicReads } from './platform/http/security/public-read-limit.ts';
import {
  canPay,
  contentSecurityPolicy,
  pathOf,
  securityHeaders,
  sendSecurityHeaders,
} from './platform/http/security/security-headers.ts';
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
import { measureRequests } from './platform/telemetry/metrics.ts';
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
  sandbox?: LocalSandbox | undefined;
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
  securityMailJob(shop),
  forgetSearchWords(shop),
  normalizeStoredTexts(shop, [productTexts, peopleTexts, contactTexts]),
  ...productImageJobs(shop),
  soldOutJob(shop),
  foldCatalogueCounts(shop),
  ...stockJobs(shop),
  ...contactJobs(shop),
  proveDeliveriesJob(shop),
  analyzeUnitsJob(shop),
  ...orderJobs(shop),
  backfillRefundedAmounts(shop),
  ...paymentJobs({ ...shop, handlers: orderPaymentEvents(shop) }),
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
