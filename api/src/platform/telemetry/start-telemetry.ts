import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '@prometheus-io/client';
import type { Log } from '../log/log.ts';
import { currentTracer, setTracer } from './tracing.ts';

type Settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_METRIC_EXPORT_INTERVAL: number;
  OTEL_SERVICE_NAME: string;
};

type Process = { role: string; instance: string; registry: Registry; log: Log };

// A collector that is down must not delay the end of the process.
const CLOSE_TIMEOUT_MS = 3_000;

/** `close` sends the remaining traces and metrics. */
export type Telemetry = { close(): Promise<void> };

/** Starts the export if a collector is configured. Otherwise OpenTelemetry's libraries are not even loaded. */
export async function startTelemetry(
  config: Settings,
  { role, instance, registry, log }: Process,
): Promise<Telemetry | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  if (!endpoint) return undefined;
  const { openExport } = await import('./open-telemetry.ts');
  const { tracer, metrics } = openExport({
    endpoint,
    registry,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    everyMs: config.OTEL_METRIC_EXPORT_INTERVAL,
    onError: (error) => log.warn({ err: error }, 'traces or metrics could not be sent'),
    process: { 'service.name': config.OTEL_SERVICE_NAME, 'service.instance.id': instance, 'shop.role': role },
  });
  setTracer(tracer);
  return {
    async close() {
      if (currentTracer() === tracer) setTracer(undefined);
      const sent = Promise.allSettled([tracer.close(), metrics.close()]);
      await Promise.race([sent, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
