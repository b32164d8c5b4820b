import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { fail } from '../../failure.ts';
import { addToRoutes } from '../add-to-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This GET is checked like a change. */
    refusesCrossSite?: boolean;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
// HTML forms and "simple" cross-site fetches send these types without a preflight request. Our own client sends neither.
const FORM_TYPES = /^(text\/plain|application\/x-www-form-urlencoded)\b/i;

/** Without a configured URL, the `Host` header of the request is the shop. */
const isOwnOrigin = (request: FastifyRequest, origin: string, publicOrigin: string | undefined) =>
  publicOrigin === undefined
    ? URL.canParse(origin) && new URL(origin).host === request.headers.host
    : origin === publicOrigin;

/**
 * Refuses changes, and reads with `refusesCrossSite`, that another site starts in a signed-in browser (CSRF). Browsers always
 * send `Sec-Fetch-Site` or `Origin` with them. A program that sends neither has no cookies of a victim.
 */
export function refuseCrossSite(
  app: FastifyInstance,
  options: { publicUrl: string | undefined; except: string },
): void {
  const publicOrigin = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).origin;
  const isForeign = (request: FastifyRequest) => {
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') return true;
    const { origin } = request.headers;
    if (origin !== undefined && !isOwnOrigin(request, origin, publicOrigin)) return true;
    return FORM_TYPES.test(request.headers['content-type'] ?? '');
  };
  const refuse: onRequestHookHandler = (request, _, done) => done(isForeign(request) ? fail('crossSite') : undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (SAFE.has(request.method) || request.routeOptions.url === options.except) return done();
    refuse.call(app, request, reply, done);
  });
  addToRoutes(app, ({ config }) => (config?.refusesCrossSite ? { onRequest: refuse } : {}));
}
