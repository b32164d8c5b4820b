import fastify, { type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { fail } from '../failure.ts';
import type { Publish } from '../images/public-addresses.ts';
import type { Log } from '../log/log.ts';
import { type Metrics, measureRequests } from '../telemetry/metrics.ts';
import { traceRequests } from '../telemetry/traced-requests.ts';
import { addEntityTags } from './entity-tag.ts';
import { answerFailure, handleErrors } from './error-handler.ts';
import { acceptJson, JSON_BYTES } from './forms/json-body.ts';
import { drainConnectionsOnClose } from './requests/drain-connections.ts';
import { type Proxies, trustProxies } from './requests/forwarded-address.ts';
import { requestId } from './requests/request-id.ts';
import { requestLog } from './requests/request-log.ts';
import { limitRequestTime, serverTimeouts } from './requests/request-time.ts';
import { answerUnreadable, trackResponses } from './requests/unreadable-requests.ts';
import { refuseCrossSite } from './security/cross-site.ts';
import { refuseTwoHosts } from './security/host-header.ts';
import { limitPublicReads, type ReadLimit } from './security/public-read-limit.ts';
import { type HeaderOptions, pathOf, securityHeaders, sendSecurityHeaders } from './security/security-headers.ts';

type Deps = {
  config: { TRUST_PROXY: Proxies; REQUEST_TIMEOUT_FACTOR: number; PUBLIC_URL?: string | undefined };
  log: Log;
  metrics: Metrics;
};

type HttpServerOptions = {
  headerOptions: HeaderOptions;
  readLimit: ReadLimit;
  /** Writes the public addresses of images into replies. */
  publish: Publish | undefined;
  /** The payment provider calls it from another site. */
  webhookPath: string;
  /** Is called for every route that is mounted. */
  onRoute: ((route: RouteOptions) => void) | undefined;
};

/** A server without routes, with the hooks that every request passes. The order of the calls is the order of the hooks. */
export function createHttpServer(
  { config, log, metrics }: Deps,
  { headerOptions, readLimit, publish, webhookPath, onRoute }: HttpServerOptions,
): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: requestLog,
    genReqId: requestId,
    trustProxy: config.TRUST_PROXY !== 0,
    bodyLimit: JSON_BYTES,
    ...serverTimeouts(config.REQUEST_TIMEOUT_FACTOR),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A request that reached us is answered, also while the server closes.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(headerOptions),
    // A path that cannot be decoded reaches no route, and so none of the hooks below.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(pathOf(request.url), headerOptions));
      answerFailure(fail('malformed'), request, reply);
    },
  });
  if (onRoute) app.addHook('onRoute', onRoute);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  traceRequests(app);
  // Hooks of every request use callbacks: a promise costs more than most of them do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Before the hooks that refuse requests, so that refusals carry the headers too.
  sendSecurityHeaders(app, headerOptions);
  refuseTwoHosts(app);

  trackResponses(app.server);
  drainConnectionsOnClose(app);
  trustProxies(app, config.TRUST_PROXY);
  limitRequestTime(app, config.REQUEST_TIMEOUT_FACTOR);
  acceptJson(app);
  handleErrors(app);
  measureRequests(app, metrics);
  addEntityTags(app);
  refuseCrossSite(app, { publicUrl: config.PUBLIC_URL, except: webhookPath });
  limitPublicReads(app, readLimit);
  if (publish) app.addHook('preSerialization', (_request, _reply, answer, done) => done(null, publish(answer)));
  return app;
}
