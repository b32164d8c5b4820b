import { createServer } from 'node:net';
import type { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { isSystemError, reasonOf, StartupError } from '../platform/startup-error.ts';

/** Why the port cannot be had, for whoever chose it. */
const listenError = (error: NodeJS.ErrnoException, { PORT, HOST }: Config) =>
  error.code === 'EADDRINUSE'
    ? new StartupError(`Port ${PORT} is already in use. Stop what uses it, or choose another with PORT.`)
    : new StartupError(
        `Cannot listen on ${HOST}: ${reasonOf(error)}. Choose another address with HOST or PORT; ports below 1024 are root's, ` +
          'and for a proxy in front of the shop.',
      );

/** Asked before the database starts, so that a taken port costs nobody a minute of waiting. */
export const checkPort = (config: Config) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer()
      .once('error', (error) => reject(listenError(error, config)))
      .listen(config.PORT, config.HOST, () => probe.close(() => resolve()));
  });

/**
 * How many connections may wait until a busy process looks at them, as far as the system allows. Of more than Node's own
 * 511 the system drops some, and whoever they belong to tries again after a second, then after three.
 */
export const BACKLOG = 4_096;

/** The address under which people find it. */
export async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  // Fastify would log each address it is bound to, behind the line that tells people where the shop is.
  if (config.LOG_LEVEL === 'info') app.log.level = 'warn';
  await app.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG }).catch((error) => {
    throw isSystemError(error) ? listenError(error, config) : error;
  });
  app.log.level = config.LOG_LEVEL;
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT;
  return config.PUBLIC_URL ?? `http://localhost:${port}`;
}
