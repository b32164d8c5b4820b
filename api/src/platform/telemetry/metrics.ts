import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { addToRoutes } from '../http/add-to-routes.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** A registry of its own for each shop, so that two shops in one test have separate counters. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  /** Each outcome starts with zero. Otherwise Prometheus sees no increase at the first event of an outcome. */
  const byOutcome = <O extends string>(name: string, help: string, ...outcomes: O[]) => {
    const counted = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    for (const outcome of outcomes) counted.inc({ outcome }, 0);
    return { inc: (outcome: O) => counted.inc({ outcome }) };
  };
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    ordersPlaced: counter('shop_orders_placed_total', 'Orders that are to be paid'),
    payments: byOutcome('shop_payments_total', 'Captured payments, by what became of them', 'delivered', 'refunded'),
    refunds: byOutcome(
      'shop_refunds_total',
      'Answers of the provider about refunds',
      'pending',
      'processed',
      'failed',
      'gave-up',
      'known',
    ),
    mails: byOutcome('shop_mails_total', 'Attempts to send a mail; what failed is tried again', 'sent', 'failed'),
    jobs: new Counter({
      name: 'shop_jobs_total',
      help: 'Attempts at a job, by how they ended',
      labelNames: ['lane', 'job', 'outcome'],
      registers: [registry],
    }),
    alarms: counter('shop_alarms_total', 'What needs a person: lines of the log with "alarm":true'),
  };
}

/** Names the process in the metrics. Prometheus itself knows only its address. */
export function nameProcess({ registry }: Metrics, labels: { role: string; instance: string }): void {
  const help = 'One, of the process with this role and the name that its log lines carry';
  new Gauge({ name: 'shop_process_info', help, labelNames: ['role', 'instance'], registers: [registry] }).set(
    labels,
    1,
  );
}

type SharedAnswerStats = { found: number; made: number; bytes: number };

/** Read at each scrape. A counter per request would cost more than sending the shared answer. */
export function measureSharedAnswers({ registry }: Metrics, stats: () => SharedAnswerStats): void {
  const measures: [name: string, help: string, measure: keyof SharedAnswerStats][] = [
    ['shared_answers_found', 'Requests answered with what was kept', 'found'],
    ['shared_answers_made', 'Shared answers made anew', 'made'],
    ['shared_answers_bytes', 'Memory that kept answers take', 'bytes'],
  ];
  for (const [name, help, measure] of measures) {
    // A shop that is opened again starts new gauges.
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

export function measureRequests(app: FastifyInstance, { requestSeconds }: Metrics): void {
  const measuring =
    (route: string): onResponseHookHandler =>
    ({ method }, reply, done) => {
      requestSeconds.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      done();
    };
  addToRoutes(app, ({ url }) => ({ onResponse: measuring(url) }));
  const measureNone = measuring('none');
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) measureNone.call(app, request, reply, done);
    else done();
  });
}
