import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createAlarm } from './alarm.ts';
import { requireKeys } from './authentication.ts';
import { startBackground } from './background.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { disputeRoutes } from './disputes/disputes.routes.ts';
import { createFaultHooks } from './faults/faults.hooks.ts';
import { faultRoutes } from './faults/faults.routes.ts';
import { incidentRoutes } from './incidents/incidents.routes.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { insertPastPayments } from './payments/payments.queries.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { ProviderError, requestErrorDetails, serverErrorDetails, unknownId } from './provider-error.ts';
import { refundRoutes } from './refunds/refunds.routes.ts';
import { isStorable } from './request-body.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { prepareSandbox } from './schema.ts';

/** The stand-in for Razorpay. It is mounted under a prefix and does not change the app around it. */
export const sandboxPlugin: FastifyPluginAsync<SandboxOptions> = async (app, options) => {
  await prepareSandbox(options.pool);
  if (options.pastPayments) await insertPastPayments(options.pool, await options.pastPayments());
  const { alarm = createAlarm(), hasBackground = true } = options;
  const closing = new AbortController();
  const sandbox: Sandbox = {
    pool: options.pool,
    keyId: options.keyId,
    keySecret: options.keySecret,
    webhookSecret: options.webhookSecret,
    webhookUrl: options.webhookUrl,
    now: options.now ?? (() => new Date()),
    allowFaults: options.allowFaults ?? false,
    wake: alarm.ring,
  };
  const faultHooks = createFaultHooks(sandbox, closing.signal);

  // The provider's routes do not inherit the parsers and error handlers of the app.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );
  const admitted = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request) => void admitted.add(request));
  app.addHook('preValidation', async ({ params }) => {
    if (!Object.values(params as Record<string, string>).every(isStorable)) throw unknownId();
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The app refused this request, for example as cross-site, and answers it.
    if (!admitted.has(request)) throw error;
    if (error instanceof ProviderError) return reply.code(error.statusCode).send({ error: error.details });
    if (error.statusCode && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ error: requestErrorDetails(error.message) });
    }
    request.log.error({ err: error }, 'payment sandbox: request failed');
    return reply.code(500).send({ error: serverErrorDetails });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: requestErrorDetails('The requested URL was not found on the server.') }),
  );

  app.register(async (open) => checkoutRoutes(open, sandbox, faultHooks));
  app.register(async (secured) => {
    secured.addHook('onRequest', requireKeys(sandbox));
    orderRoutes(secured, sandbox, faultHooks);
    paymentRoutes(secured, sandbox, faultHooks);
    refundRoutes(secured, sandbox, faultHooks);
    disputeRoutes(secured, sandbox, faultHooks);
    if (!sandbox.allowFaults) return;
    faultRoutes(secured, sandbox, closing.signal);
    incidentRoutes(secured, sandbox);
  });

  let background: Promise<void> | undefined;
  app.addHook('onReady', async () => {
    if (hasBackground) background = startBackground(sandbox, alarm, closing.signal, app.log);
  });
  // Runs before the server waits for open connections, some of which may be our own webhooks.
  app.addHook('preClose', async () => {
    closing.abort();
    await background;
  });
};
