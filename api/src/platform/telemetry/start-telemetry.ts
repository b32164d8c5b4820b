import type { Registry } from '@prometheus-io/client';
import { tracerInUse, traceWith } from './tracing.ts';

type Settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_METRIC_EXPORT_INTERVAL: number;
  OTEL_SERVICE_NAME: string;
};

type Process = { role: string; instance: string; registry: Registry };

/** Sends what is left before it ends. */
export type Telemetry = { close(): Promise<void> };

/** Where a collector is configured; otherwise not even the libraries for it are loaded. */
export async function startTelemetry(
  config: Settings,
  { role, instance, registry }: Process,
): Promise<Telemetry | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  if (!endpoint) return undefined;
  const { openExport } = await import('./open-telemetry.ts');
  const { tracer, metrics } = openExport({
    endpoint,
    registry,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    everyMs: config.OTEL_METRIC_EXPORT_INTERVAL,
    process: { 'service.name': config.OTEL_SERVICE_NAME, 'service.instance.id': instance, 'shop.role': role },
  });
  traceWith(tracer);
  return {
    async close() {
      if (tracerInUse() === tracer) traceWith(undefined);
      await Promise.all([tracer.close(), metrics.close()]);
    },
  };
}
