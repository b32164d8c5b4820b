import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
};

type Point = { attributes: CollectedSpan['attributes']; asDouble?: number; bucketCounts?: number[] };
type Metric = { name: string } & Partial<Record<'sum' | 'gauge' | 'histogram', { dataPoints: Point[] }>>;

/** The request body by path. */
type Exports = {
  '/v1/traces': { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] };
  '/v1/metrics': { resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[] };
};

export type Collector = { url: string; spans: CollectedSpan[]; metrics: Metric[]; close(): Promise<void> };

/** A minimal OpenTelemetry collector (OTLP over HTTP with JSON) that stores spans and metrics in memory. */
export async function openCollector(): Promise<Collector> {
  const [spans, metrics]: [CollectedSpan[], Metric[]] = [[], []];
  const server = createServer(async (request, response) => {
    const sent = await json(request);
    if (request.url === '/v1/traces')
      for (const { scopeSpans } of (sent as Exports['/v1/traces']).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    if (request.url === '/v1/metrics')
      for (const { scopeMetrics } of (sent as Exports['/v1/metrics']).resourceMetrics)
        metrics.push(...scopeMetrics.flatMap((scope) => scope.metrics));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The names of all spans below `parent`, indented by depth. */
export function spanTree(spans: readonly CollectedSpan[], parent: string, depth = 0): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .flatMap(({ name, spanId }) => [`${'  '.repeat(depth)}${name}`, ...spanTree(spans, spanId, depth + 1)]);
}
