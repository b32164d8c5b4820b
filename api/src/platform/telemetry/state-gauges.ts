import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from '@prometheus-io/client';

/** The value of each gauge, or its values by label. */
type State<Names extends string> = Record<Names, number | Record<string, number>>;

type Measured<Names extends string> = {
  gauges: Record<Names, string>;
  label?: string;
  read: () => Promise<State<Names>>;
  /** The value that is reported if the read fails. */
  fallback?: number;
  longestMs?: number;
};

// Below the timeouts of the callers, which would otherwise get no metrics at all: Prometheus waits ten seconds, the primary of
// several processes eight.
const LONGEST_MS = 5_000;

/**
 * Gauges of the state in the database, read once per scrape. A gauge that cannot be read is NaN, because a zero would look
 * as if all were well.
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

/** Calls during a read share its result. */
function shareInFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
