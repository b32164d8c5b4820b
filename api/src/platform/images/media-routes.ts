import type { FastifyInstance } from 'fastify';
import { fail } from '../failure.ts';
import { type ImageStore, isImageKey } from './image-store.ts';

/**
 * Serves stored images. An address never changes its content, so it may be kept for ever; and should a browser
 * ever take one for a page, the sandbox leaves that page nothing to do.
 */
export async function mediaRoutes(app: FastifyInstance, { store }: { store: ImageStore }): Promise<void> {
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const key = `${request.params.id}/${request.params.file}`;
    const found = isImageKey(key) ? await store.get(key) : null;
    if (!found) throw fail('notFound');
    return reply
      .headers({
        'content-type': found.contentType,
        'content-length': found.size,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      .send(found.body);
  });
}
