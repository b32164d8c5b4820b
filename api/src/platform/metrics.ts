import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';

export type Metrics = ReturnType<typeof createMetrics>;

/** One registry a process, made in `app.ts`, so that two apps in one test do not count into each other. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    events: new Counter({
      name: 'shop_events_total',
      help: 'What happened in the shop: orders placed, payments settled, refunds, mails',
      labelNames: ['event'],
      registers: [registry],
    }),
  };
}

type SharedAnswerStats = { found: number; made: number; bytes: number };

/** Read when they are asked for: counting each would cost a shared answer more than sending it. */
export function measureSharedAnswers({ registry }: Metrics, stats: () => SharedAnswerStats): void {
  const measures: [name: string, help: string, measure: keyof SharedAnswerStats][] = [
    ['shared_answers_found', 'Requests answered with what was kept', 'found'],
    ['shared_answers_made', 'Shared answers made anew', 'made'],
    ['shared_answers_bytes', 'Memory that kept answers take', 'bytes'],
  ];
  for (const [name, help, measure] of measures) {
    // A shop that is opened once more counts anew.
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(stats()[measure]);
      },
    });
  }
}

export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requestSeconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
