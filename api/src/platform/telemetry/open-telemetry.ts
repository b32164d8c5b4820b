import { setGlobalErrorHandler } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Registry } from '@prometheus-io/client';
import { exportMetrics } from './exported-metrics.ts';
import { openTracer } from './open-tracer.ts';
import type { Facts } from './tracing.ts';

type Export = {
  /** Of a collector, without the path. */
  endpoint: string;
  registry: Registry;
  share: number;
  everyMs: number;
  process: Facts;
  /** Hears why something could not be sent, which nobody waits for. */
  onError: (error: Error) => void;
};

/** All that uses OpenTelemetry's libraries: they are loaded with this file, and only then. */
export function openExport({ endpoint, registry, share, everyMs, process, onError }: Export) {
  setGlobalErrorHandler((error) => onError(error instanceof Error ? error : new Error(String(error))));
  const resource = resourceFromAttributes(process);
  return {
    tracer: openTracer({ endpoint, resource, share }),
    metrics: exportMetrics({ endpoint, resource, registry, everyMs }),
  };
}
