import type { FastifyInstance, onRequestHookHandler, onResponseHookHandler, RouteOptions } from 'fastify';

type Hooks = { onRequest?: onRequestHookHandler; onResponse?: onResponseHookHandler };

/**
 * Gives each route that is mounted from now on hooks of its own, in front of those it has: which route it is, is known once
 * and for all, where a hook of the whole application would ask at every request.
 */
export function addToRoutes(app: FastifyInstance, hooksOf: (route: RouteOptions) => Hooks): void {
  app.addHook('onRoute', (route) => {
    const { onRequest, onResponse } = hooksOf(route);
    if (onRequest) route.onRequest = [onRequest, route.onRequest ?? []].flat();
    if (onResponse) route.onResponse = [onResponse, route.onResponse ?? []].flat();
  });
}
