import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type Span as OwnSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, Tracer } from './tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

type Traces = {
  endpoint: string;
  resource: Resource;
  /** The share of the traces that begin here that is sampled. For other traces, the caller's decision counts. */
  share: number;
};

const traceparentOf = (span: OwnSpan): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** Traces through OpenTelemetry's SDK, sent as OTLP over HTTP. */
export function openTracer({ endpoint, resource, share }: Traces): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('digital-goods-marketplace');
  // Not the SDK's context manager, because that is global to the process.
  const storage = new AsyncLocalStorage<Context>();

  const contextOf = (traceparent: string | undefined): Context => {
    const parent = traceparent ? parseTraceParent(traceparent) : null;
    return parent
      ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
      : (storage.getStore() ?? ROOT_CONTEXT);
  };

  return {
    begin({ name, kind, facts = {} }, traceparent): Span {
      const context = contextOf(traceparent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, context);
      const inside = trace.setSpan(context, span);
      return {
        traceparent: traceparentOf(span),
        within: (action) => storage.run(inside, action),
        note: (facts) => void span.setAttributes(facts),
        end(failure) {
          if (failure) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceparent() {
      const span = trace.getSpan(storage.getStore() ?? ROOT_CONTEXT);
      return span && traceparentOf(span);
    },
    close: () => provider.shutdown(),
  };
}
