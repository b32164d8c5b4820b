import { setGlobalErrorHandler } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Registry } from '@prometheus-io/client';
import { exportMetrics } from './exported-metrics.ts';
import { openTracer } from './open-tracer.ts';
import type { Facts } from './tracing.ts';

type Export = {
  /** The collector's URL without a path. */
  endpoint: string;
  registry: Registry;
  share: number;
  everyMs: number;
  process: Facts;
  /** Called when traces or metrics could not be sent. */
  onError: (error: Error) => void;
};

/** The only import path to OpenTelemetry's libraries, so that they are loaded only when tracing is on. */
export function openExport({ endpoint, registry, share, everyMs, process, onError }: Export) {
  setGlobalErrorHandler((error) => onError(error instanceof Error ? error : new Error(String(error))));
  const resource = resourceFromAttributes(process);
  return {
    tracer: openTracer({ endpoint, resource, share }),
    metrics: exportMetrics({ endpoint, resource, registry, everyMs }),
  };
}
