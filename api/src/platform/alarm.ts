import type { Log } from './log/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

export type AlarmDeps = { log: Log; metrics: Metrics };

/** Something needs a person: the line says what, and the count lets somebody be called. */
export function raiseAlarm({ log, metrics }: AlarmDeps, facts: object, sentence: string): void {
  metrics.alarms.inc();
  log.error({ alarm: true, ...facts }, sentence);
}
