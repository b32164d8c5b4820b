import type { Log } from './log/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

export type AlarmDeps = { log: Log; metrics: Metrics };

/** Logs a problem that needs a person, and counts it so that monitoring can call somebody. */
export function raiseAlarm({ log, metrics }: AlarmDeps, facts: object, sentence: string): void {
  metrics.alarms.inc();
  log.error({ alarm: true, ...facts }, sentence);
}
