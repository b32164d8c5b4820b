import type { FastifyInstance } from 'fastify';

/** What an administrator is told was done is seen by the next request: the answer leaves after everything is forgotten. */
export function forgetAfterChanges(app: FastifyInstance, forget: () => void): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'admin' || route.method === 'GET' || route.method === 'HEAD') return;
    const others = [route.onSend ?? []].flat();
    route.onSend = [...others, async () => forget()];
  });
}
