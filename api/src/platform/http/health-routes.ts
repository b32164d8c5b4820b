import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isMigrated } from '../migrations/migrate.ts';
import { REFUSE_READ_ONLY } from '../read-only-server.ts';

/** Of a process that is about to stop: it still answers, and whoever chooses among processes is to choose another. */
export type Drain = { isUnderWay: boolean };

export type HealthDeps = { pool: pg.Pool; drain: Drain };

const ALIVE = JSON.stringify({ status: 'ok' });

export function healthRoutes(app: FastifyInstance, { pool, drain }: HealthDeps): void {
  app.get('/healthz', { compress: false }, (_, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(ALIVE);
  });

  /** Through any connection; the pool gives up one that fails. */
  const canWork = async () => {
    await pool.query(REFUSE_READ_ONLY);
    return isMigrated(pool);
  };

  app.get('/readyz', async (_, reply) => {
    const isReady = !drain.isUnderWay && (await canWork().catch(() => false));
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : drain.isUnderWay ? 'stopping' : 'not ready' });
  });
}
