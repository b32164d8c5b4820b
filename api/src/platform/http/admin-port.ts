import fastify from 'fastify';
import { isSystemError, reasonOf, StartupError } from '../startup-error.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type HealthDeps, healthRoutes } from './health-routes.ts';

/** The default port of the Prometheus exporter of OpenTelemetry. */
const USUAL_PORT = 9464;

type AdminPortOptions = {
  host: string;
  /** If undefined, the default port is used, if it is free. */
  port: number | 'off' | undefined;
  say: (line: string) => void;
  fallback?: number;
};

export type AdminPort = { url: string | undefined; close(): Promise<void> };

const CLOSED: AdminPort = { url: undefined, close: async () => {} };

/**
 * Opens a port for the operator that customers cannot reach: metrics show what the shop sells and how busy it is.
 * A worker has no other port.
 */
export async function openAdminPort(
  deps: HealthDeps & { metrics: { registry: Pick<Metrics['registry'], 'contentType' | 'metrics'> } },
  { host, port, say, fallback = USUAL_PORT }: AdminPortOptions,
): Promise<AdminPort> {
  if (port === 'off') return CLOSED;
  const app = fastify({ forceCloseConnections: true });
  healthRoutes(app, deps);
  app.get('/metrics', async (_, reply) => {
    const { registry } = deps.metrics;
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
  try {
    return { url: await app.listen({ host, port: port ?? fallback }), close: () => app.close() };
  } catch (error) {
    await app.close();
    if (!isSystemError(error)) throw error;
    if (error.code !== 'EADDRINUSE')
      throw new StartupError(
        `The metrics cannot be shown on ${host}: ${reasonOf(error)}. Choose another with ADMIN_HOST.`,
      );
    if (port !== undefined)
      throw new StartupError(`Port ${port} is already in use. Stop what uses it, or choose another with ADMIN_PORT.`);
    say(`Port ${fallback} is already in use: this process shows no metrics. Choose another with ADMIN_PORT, or "off".`);
    return CLOSED;
  }
}
