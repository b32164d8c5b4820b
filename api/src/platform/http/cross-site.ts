import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../failure.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
// What an HTML form or a "simple" cross-site fetch can send without asking first; our own client sends neither.
const FORM_TYPES = /^(text\/plain|application\/x-www-form-urlencoded)\b/i;

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

const isOwnOrigin = (request: FastifyRequest, origin: string, publicHost: string | undefined) => {
  const host = hostOf(origin);
  return host !== undefined && (host === publicHost || (publicHost === undefined && host === request.headers.host));
};

/**
 * Refuses changes that another site asks a signed-in browser for. Browsers always say where such a request comes
 * from (`Sec-Fetch-Site`, `Origin`); programs that say nothing carry no cookies of a victim.
 */
export function refuseCrossSite(
  app: FastifyInstance,
  options: { publicUrl: string | undefined; except: string },
): void {
  const publicHost = options.publicUrl === undefined ? undefined : hostOf(options.publicUrl);
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method) || request.routeOptions.url === options.except) return;
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') throw fail('crossSite');
    const { origin } = request.headers;
    if (origin !== undefined && !isOwnOrigin(request, origin, publicHost)) throw fail('crossSite');
    if (FORM_TYPES.test(request.headers['content-type'] ?? '')) throw fail('crossSite');
  });
}
