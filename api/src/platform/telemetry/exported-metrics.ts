import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName, Registry } from '@prometheus-io/client';

type Counted = MetricObjectWithValues<MetricValueWithName<string>>;
type Time = { startTime: HrTime; endTime: HrTime };

type Metrics = { registry: Registry; resource: Resource; endpoint: string; everyMs: number };

const LONGEST_EXPORT_MS = 30_000;

/** Sends the metrics of `/metrics` to a collector at an interval. Both read the same registry. */
export function exportMetrics({ registry, resource, endpoint, everyMs }: Metrics): { close(): Promise<void> } {
  const startTime = millisToHrTime(Date.now());
  const scope = { name: 'digital-goods-marketplace' };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, LONGEST_EXPORT_MS),
  });
  reader.setMetricProducer({
    async collect() {
      const time = { startTime, endTime: millisToHrTime(Date.now()) };
      const metrics = (await registry.getMetricsAsJSON()).map((counted) => metricOf(counted, time));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  });
  return { close: () => reader.shutdown() };
}

function metricOf(counted: Counted, time: Time): MetricData {
  const shared = {
    descriptor: { name: counted.name, description: counted.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (counted.type === 'histogram')
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(counted, time) };
  // A gauge that could not be read is NaN. It is not sent.
  const known = counted.values.filter(({ value }) => Number.isFinite(value));
  const dataPoints = known.map(({ labels, value }) => ({ ...time, attributes: { ...labels }, value }));
  return counted.type === 'counter'
    ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus buckets are cumulative. OpenTelemetry expects the count of each bucket alone. */
function histogramsOf({ values }: Counted, time: Time) {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...byLabels].map(([labels, samples]) => {
    const total = (ending: string) => samples.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
    const buckets = samples.filter(({ labels }) => labels.le !== undefined);
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const boundaries = buckets.map((bucket) => Number(bucket.labels.le)).filter(Number.isFinite);
    const value = { buckets: { boundaries, counts }, sum: total('_sum'), count: total('_count') };
    return { ...time, attributes: JSON.parse(labels), value };
  });
}
