import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../failure.ts';

export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
}

/** Node uses the first of two `Host` headers, and a proxy in front of us may use the other. RFC 9112 requires 400. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => done(hasOneHost(raw) ? undefined : fail('malformed')));
}
