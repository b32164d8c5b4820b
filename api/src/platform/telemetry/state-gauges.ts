import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from '@prometheus-io/client';

/** Of each gauge its value, or its values by what its label says. */
type State<Names extends string> = Record<Names, number | Record<string, number>>;

type Measured<Names extends string> = {
  gauges: Record<Names, string>;
  label?: string;
  read: () => Promise<State<Names>>;
  /** What is told where that fails. */
  fallback?: number;
  longestMs?: number;
};

// Whoever asks waits little longer, and would be told nothing of all that is counted: Prometheus ten seconds, a process that
// tells of others eight. A database that has vanished is waited for about as long.
const LONGEST_MS = 5_000;

/**
 * Gauges of what stands in the database, read once whenever they are asked for. What cannot be read is told as no number:
 * a zero would say that all is well.
 */
export function measureState<Names extends string>(
  registry: Registry,
  { gauges, label, read, fallback = Number.NaN, longestMs = LONGEST_MS }: Measured<Names>,
): void {
  const readOnce = shareInFlight(() => withTimeout(longestMs, read()));
  for (const [name, help] of Object.entries(gauges) as [Names, string][]) {
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const value = await readOnce().then(
          (state) => state[name],
          () => fallback,
        );
        this.reset();
        if (typeof value === 'number') return label ? undefined : this.set(value);
        for (const [of, each] of Object.entries(value)) if (label) this.set({ [label]: of }, each);
      },
    });
  }
}

const withTimeout = <T>(ms: number, reading: Promise<T>): Promise<T> =>
  Promise.race([reading, pause(ms, undefined, { ref: false }).then(() => Promise.reject(new Error('too late')))]);

/** Whoever asks while an answer is on its way gets that one. */
function shareInFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
