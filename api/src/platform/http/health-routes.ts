import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isMigrated } from '../migrations/migrate.ts';
import { REFUSE_READ_ONLY } from '../read-only-server.ts';
import { answerAhead } from './answer-ahead.ts';
import { requestId } from './request-id.ts';

/** Of a process that is about to stop: it still answers, and whoever chooses among processes is to choose another. */
export type Drain = { isUnderWay: boolean };

export type HealthDeps = { pool: pg.Pool; drain: Drain };

const ALIVE = JSON.stringify({ status: 'ok' });
const ALIVE_HEADERS = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };

/**
 * The same answer as by its route, before the framework: whoever asks wants to know that the process turns, and asks it
 * most often when it has least time. `headers` are those of every answer.
 */
export function sayAliveAhead(server: Server, headers: Record<string, string>): void {
  const always = Object.entries({ ...headers, ...ALIVE_HEADERS, 'content-length': String(ALIVE.length) }).flat();
  answerAhead(server, (request, response) => {
    if (request.url !== '/healthz' || request.method !== 'GET') return false;
    response.writeHead(200, ['x-request-id', requestId(request), ...always]).end(ALIVE);
    return true;
  });
}

export function healthRoutes(app: FastifyInstance, { pool, drain }: HealthDeps): void {
  app.get('/healthz', { compress: false }, (_, reply) => {
    reply.headers(ALIVE_HEADERS).send(ALIVE);
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
