import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isMigrated } from '../migrations.ts';

export type HealthDeps = { pool: pg.Pool };

export function healthRoutes(app: FastifyInstance, { pool }: HealthDeps): void {
  app.get('/healthz', { compress: false }, (_, reply) => {
    reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });

  app.get('/readyz', async (_, reply) => {
    const isReady = await isMigrated(pool).catch(() => false);
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });
}
