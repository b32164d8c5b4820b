import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { clockProblem } from '../database/database-clock.ts';
import { REFUSE_READ_ONLY } from '../database/read-only-server.ts';
import { isMigrated } from '../migrations/migrate.ts';
import { answerBeforeFastify } from './answer-before-fastify.ts';
import { requestId } from './requests/request-id.ts';

/** Is under way in a process that will stop. It still answers, but a load balancer must choose another process. */
export type Drain = { isUnderWay: boolean };

export type HealthDeps = { pool: pg.Pool; clock: Clock; drain: Drain };

/** One check answers all requests of this time: `/readyz` is public, and a check runs three queries. */
const CHECK_LIFE_MS = 1_000;

const ALIVE = JSON.stringify({ status: 'ok' });
const ALIVE_HEADERS = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };

/**
 * Answers `/healthz` before Fastify, like its route: a probe must be cheap when the process is busiest.
 * `headers` are the headers of every answer.
 */
export function answerHealthzBeforeFastify(server: Server, headers: Record<string, string>): void {
  const always = Object.entries({ ...headers, ...ALIVE_HEADERS, 'content-length': String(ALIVE.length) }).flat();
  answerBeforeFastify(server, (request, response) => {
    if (request.url !== '/healthz' || request.method !== 'GET') return false;
    response.writeHead(200, ['x-request-id', requestId(request), ...always]).end(ALIVE);
    return true;
  });
}

export function healthRoutes(
  app: FastifyInstance,
  { pool, clock, drain }: HealthDeps,
  now = () => performance.now(),
): void {
  app.get('/healthz', { compress: false }, (_, reply) => {
    reply.headers(ALIVE_HEADERS).send(ALIVE);
  });

  type Readiness = { status: 'ready' | 'stopping' | 'not ready'; reason?: string };

  /** Uses any connection of the pool; the pool drops a connection that fails. */
  async function check(): Promise<Readiness> {
    await pool.query(REFUSE_READ_ONLY);
    if (!(await isMigrated(pool))) return { status: 'not ready', reason: 'The database is not migrated.' };
    const reason = await clockProblem({ pool, clock });
    return reason === undefined ? { status: 'ready' } : { status: 'not ready', reason };
  }

  type Check = { startedAt: number; readiness: Promise<Readiness> };
  let last: Check | undefined;
  function readiness(): Promise<Readiness> {
    if (last && now() - last.startedAt < CHECK_LIFE_MS) return last.readiness;
    const started: Check = {
      startedAt: now(),
      readiness: check().catch(() => {
        // A failed check is not reused: the database may be back at the next request.
        if (last === started) last = undefined;
        return { status: 'not ready', reason: 'The database does not answer, or takes no writes.' };
      }),
    };
    last = started;
    return started.readiness;
  }

  app.get('/readyz', async (_, reply) => {
    const answer: Readiness = drain.isUnderWay ? { status: 'stopping' } : await readiness();
    return reply
      .status(answer.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer);
  });
}
