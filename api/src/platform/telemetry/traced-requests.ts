import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentTracer, type Span } from './tracing.ts';

/**
 * Traces every request that reaches Fastify, as a child of the caller's `traceparent`. Shared answers are sent earlier and are
 * not traced. Must be called before other hooks are added.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracer = currentTracer();
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions, id } = request;
    const given = headers.traceparent;
    const span = tracer.begin(
      {
        name: `${method} ${routeOptions.url ?? ''}`.trim(),
        kind: 'server',
        facts: { 'http.request.method': method, 'http.route': routeOptions.url ?? '', 'shop.request_id': id },
      },
      typeof given === 'string' ? given : undefined,
    );
    spans.set(request, span);
    reply.header('traceresponse', span.traceparent);
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.note({ 'http.response.status_code': statusCode });
      span.end(statusCode >= 500 ? String(statusCode) : undefined);
    });
    span.within(done);
  });
  // Parsing a body loses the async context, because its events come from the connection. So the span is entered again.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
}
