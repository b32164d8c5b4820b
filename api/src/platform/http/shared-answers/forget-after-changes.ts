import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No act, though it is no GET: what it finds out is seen by the clock. */
    isQuestion?: boolean;
  }
}

/** In a rush of sales answers are not made anew for any of them: what goes beyond is seen when they are a second old. */
export const CUSTOMERS_CHANGES = { atOnce: 30, aSecond: 1 };

/** What somebody is told was done is seen by the next request: the answer leaves after everything is forgotten. */
export function forgetAfterChanges(app: FastifyInstance, { forget, now }: { forget(): void; now(): number }): void {
  const forgetForCustomer = bounded(CUSTOMERS_CHANGES, now, forget);
  const handled = new WeakSet<FastifyRequest>();
  app.addHook('onRoute', (route) => {
    const { access, isQuestion } = route.config ?? {};
    // Asked every few seconds by whoever waits for a bank, they would use up what purchases may empty.
    if (isQuestion) return;
    if ((access !== 'admin' && access !== 'signed-in') || route.method === 'GET' || route.method === 'HEAD') return;
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
        const hasChanged = statusCode < 400 || (statusCode >= 500 && handled.has(request));
        if (access === 'admin' && hasChanged) forget();
        else if (access === 'signed-in' && statusCode < 400) forgetForCustomer();
        done(null, payload);
      },
    ];
  });
}

function bounded({ atOnce, aSecond }: typeof CUSTOMERS_CHANGES, now: () => number, act: () => void): () => void {
  let left = atOnce;
  let since = now();
  return () => {
    const current = now();
    // A clock that was set back takes nothing away.
    left = Math.min(atOnce, left + Math.max(0, ((current - since) * aSecond) / 1_000));
    since = current;
    const mayAct = left >= 1;
    // Who comes too early begins the wait again: a rush is over when nobody has come for long enough.
    left = mayAct ? left - 1 : 0;
    if (mayAct) act();
  };
}
