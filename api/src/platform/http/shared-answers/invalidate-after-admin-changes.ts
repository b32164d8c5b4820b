import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Empties the memory of shared answers after a change by an admin, before the reply is sent: the admin's next request
 * shows the change. Changes by customers empty nothing: they show after a second, when older answers have expired.
 */
export function invalidateAfterAdminChanges(app: FastifyInstance, invalidate: () => void): void {
  const handled = new WeakSet<FastifyRequest>();
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'admin' || route.method === 'GET' || route.method === 'HEAD') return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      (request, _, done) => {
        handled.add(request);
        done();
      },
    ];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, { statusCode }, payload, done) => {
        // A refusal (4xx) changed nothing. A fault (5xx) of a handler may have come after a change.
        if (statusCode < 400 || (statusCode >= 500 && handled.has(request))) invalidate();
        done(null, payload);
      },
    ];
  });
}
