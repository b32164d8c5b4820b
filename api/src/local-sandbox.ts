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
  /** What was sold before the shop was opened, for a payment sandbox that has not seen it. */
  listPastPayments?: ((db: Database) => ReturnType<NonNullable<SandboxOptions['pastPayments']>>) | undefined;
};

/** The calls of the shop to itself are nobody's news. */
const quietly = (log: Log) => log.child({}, { level: log.level === 'info' ? 'warn' : log.level });

const isNeeded = ({ config }: Shop) => config.paymentProvider === 'sandbox' && !config.SANDBOX_URL;

/**
 * The payment sandbox as this process calls it, on a port that only this machine reaches. What it knows is in the database,
 * so each process asks its own, and is told by its own. The shop's port would not do: a worker has none, and a process
 * that stops closes it while requests are still being answered.
 */
export async function openOwnSandbox(shop: Shop): Promise<LocalSandbox | undefined> {
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
  // Its own also among processes that share the shop's port.
  shop.localSandbox.origin = await app.listen({ port: 0, host: '127.0.0.1', exclusive: true });
  return { alarm, close: () => app.close() };
}

/** Where the browser finds the checkout of a shop without a provider. */
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
