import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const isTagIn = (header: string | undefined, tag: string) =>
  header?.split(',').some((candidate) => [tag, '*'].includes(candidate.trim()));

/** Adds an ETag to replies with `cache-control: no-cache`, and answers 304 while they are unchanged. */
export function addEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRepeatable = reply.statusCode === 200 && reply.getHeader('cache-control') === 'no-cache';
    if (!isRepeatable || typeof payload !== 'string') return done(null, payload);
    const tag = `W/"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', tag);
    if (!isTagIn(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type');
    done(null, null);
  });
}
