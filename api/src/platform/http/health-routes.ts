import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Metrics } from '../metrics.ts';
import { isMigrated } from '../migrations.ts';

export function healthRoutes(app: FastifyInstance, { pool, metrics }: { pool: pg.Pool; metrics: Metrics }): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const isReady = await isMigrated(pool).catch(() => false);
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });

  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics()),
  );
}
