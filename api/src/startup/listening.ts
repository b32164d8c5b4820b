import { createServer } from 'node:net';
import type { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { isSystemError, reasonOf, StartupError } from '../platform/startup-error.ts';

/** Explains to the operator why the port is not available. */
const listenError = (error: NodeJS.ErrnoException, { PORT, HOST }: Config) =>
  error.code === 'EADDRINUSE'
    ? new StartupError(`Port ${PORT} is already in use. Stop what uses it, or choose another with PORT.`)
    : new StartupError(
        `Cannot listen on ${HOST}: ${reasonOf(error)}. Choose another address with HOST or PORT; ports below 1024 are root's, ` +
          'and for a proxy in front of the shop.',
      );

/** Runs before the database starts, so that a taken port is reported at once. */
export const checkPort = (config: Config) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer()
      .once('error', (error) => reject(listenError(error, config)))
      .listen(config.PORT, config.HOST, () => probe.close(() => resolve()));
  });

/**
 * The listen backlog, as far as the system allows. With Node's default of 511, the system drops connections under load, and
 * their clients retry after one second, then after three.
 */
export const BACKLOG = 4_096;

/** Listens and returns the public address of the shop. */
export async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  // Fastify would otherwise log every bound address next to the line with the shop's address.
  if (config.LOG_LEVEL === 'info') app.log.level = 'warn';
  await app.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG }).catch((error) => {
    throw isSystemError(error) ? listenError(error, config) : error;
  });
  app.log.level = config.LOG_LEVEL;
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT;
  return config.PUBLIC_URL ?? `http://localhost:${port}`;
}
