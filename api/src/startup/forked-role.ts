import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { Child } from './process-group.ts';

type MetricsRequest = { asks: 'metrics'; number: number };
type MetricsReply = { number: number; metrics: string };

type ForkedRole = Child & {
  /** The port it serves, known once it is ready. */
  port(): number | undefined;
  /** Its metrics as text; empty if it does not reply in time. */
  readMetrics(): Promise<string>;
};

// Longer than a process waits for its database (5 s), shorter than Prometheus waits for us (10 s).
const REPLY_TIMEOUT_MS = 8_000;
const READY = 'ready';

/** Forks this program in one role. All web processes share one port. */
export function forkRole(role: 'web' | 'worker', env: Record<string, string>): ForkedRole {
  const worker = cluster.fork({ ...env, ROLE: role });
  let port: number | undefined;
  worker.once('listening', (address: { port: number }) => {
    port = address.port;
  });
  const ended = once(worker, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
  let asked = 0;
  return {
    name: nameOf(role, worker.id),
    startedAt: Date.now(),
    ended,
    ready: new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => message === READY && resolve());
      void ended.then((how) => reject(new Error(how)));
    }),
    sendSignal: (signal) => void worker.process.kill(signal),
    port: () => port,
    readMetrics: () =>
      new Promise((resolve) => {
        asked += 1;
        const request: MetricsRequest = { asks: 'metrics', number: asked };
        const settle = (text: string) => {
          clearTimeout(timeout);
          worker.off('message', onReply);
          resolve(text);
        };
        const onReply = (message: Partial<MetricsReply>) =>
          message.number === request.number && settle(message.metrics ?? '');
        const timeout = setTimeout(() => settle(''), REPLY_TIMEOUT_MS);
        worker.on('message', onReply);
        // `send` fails if the process has just ended.
        worker.send(request, (error) => error && settle(''));
      }),
  };
}

const nameOf = (role: string, id: number) => `${role}-${id}`;

/** Reports to the parent process that this one is ready, and answers its requests for metrics. */
export function answerParent(role: string, { registry }: Metrics): void {
  const { worker } = cluster;
  if (!worker) return;
  registry.setDefaultLabels({ process: nameOf(role, worker.id) });
  process.on('message', async (request: Partial<MetricsRequest>) => {
    if (request.asks !== 'metrics' || request.number === undefined) return;
    const reply: MetricsReply = { number: request.number, metrics: await registry.metrics() };
    process.send?.(reply);
  });
  process.send?.(READY);
}
