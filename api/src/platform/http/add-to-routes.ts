import type { FastifyInstance, onRequestHookHandler, onResponseHookHandler, RouteOptions } from 'fastify';

type Hooks = { onRequest?: onRequestHookHandler; onResponse?: onResponseHookHandler };

/**
 * Adds hooks to each route that is mounted after this call, in front of the route's own hooks. The choice is made once a
 * route; a hook of the whole application would check the route at every request.
 */
export function addToRoutes(app: FastifyInstance, hooksOf: (route: RouteOptions) => Hooks): void {
  app.addHook('onRoute', (route) => {
    const { onRequest, onResponse } = hooksOf(route);
    if (onRequest) route.onRequest = [onRequest, route.onRequest ?? []].flat();
    if (onResponse) route.onResponse = [onResponse, route.onResponse ?? []].flat();
  });
}
