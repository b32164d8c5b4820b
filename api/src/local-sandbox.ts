import { API_BASE, calls } from '@shop/contract/calls/calls';
import { createAlarm } from '@shop/sandbox/alarm';
import { sandboxPlugin } from '@shop/sandbox/plugin';
import type { SandboxOptions } from '@shop/sandbox/sandbox';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { webhookRoutes } from './features/payments/events/webhook.routes.ts';
import { SANDBOX_PREFIX } from './features/payments/provider/open-providers.ts';
import { handleErrors } from './platform/http/error-handler.ts';
import { identifyUsers } from './platform/http/requests/session-user.ts';
import type { Log } from './platform/log/log.ts';
import type { Shop } from './shop.ts';
import type { Database } from './tables.ts';

export type LocalSandbox = { alarm: NonNullable<SandboxOptions['alarm']>; close(): Promise<void> };

export type SandboxHistory = {
  /** Lists the sales of the demo data, which the payment sandbox has not seen. */
  listPastPayments?: ((db: Database) => ReturnType<NonNullable<SandboxOptions['pastPayments']>>) | undefined;
};

/** Hides info lines: the shop's calls to its own sandbox would fill the log. */
const quietly = (log: Log) => log.child({}, { level: log.level === 'info' ? 'warn' : log.level });

const isNeeded = ({ config }: Shop) => config.paymentProvider === 'sandbox' && !config.SANDBOX_URL;

/**
 * Opens the payment sandbox of this process on a port of the loopback address. The sandbox keeps its state in the database,
 * so each process can call its own. The shop's port cannot serve it: a worker has no port, and a stopping process closes
 * its port while requests are under way.
 */
export async function openLocalSandbox(shop: Shop): Promise<LocalSandbox | undefined> {
  if (!isNeeded(shop)) return undefined;
  const alarm = createAlarm();
  const app = fastify({
    loggerInstance: quietly(shop.log) as FastifyBaseLogger,
    forceCloseConnections: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  identifyUsers(app, async () => null);
  webhookRoutes(app, shop);
  await app.register(sandboxPlugin, { ...optionsOf(shop), alarm });
  // Exclusive: forked processes would share the port otherwise.
  shop.localSandbox.origin = await app.listen({ port: 0, host: '127.0.0.1', exclusive: true });
  return { alarm, close: () => app.close() };
}

/** Serves the checkout of the sandbox to browsers, on the port of the shop. */
export async function mountSandbox(
  app: FastifyInstance,
  shop: Shop,
  { sandbox, listPastPayments }: SandboxHistory & { sandbox?: LocalSandbox | undefined },
): Promise<void> {
  if (!isNeeded(shop)) return;
  await app.register(sandboxPlugin, {
    ...optionsOf(shop),
    pastPayments: listPastPayments && (() => listPastPayments(shop.db)),
    ...(sandbox && { alarm: sandbox.alarm, hasBackground: false }),
  });
}

const optionsOf = ({ pool, paymentKeys, localSandbox, config }: Shop) => ({
  prefix: SANDBOX_PREFIX,
  pool,
  ...paymentKeys,
  webhookUrl: () => `${localSandbox.origin}${API_BASE}${calls.razorpayWebhook.path}`,
  allowFaults: config.SANDBOX_FAULTS,
});
