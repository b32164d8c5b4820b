import type { FastifyInstance } from 'fastify';
import { fail } from '../failure.ts';
import { type ImageStore, isImageKey } from './image-store.ts';
import { IMAGE_PATH } from './image-urls.ts';

type MediaOptions = {
  store: ImageStore;
  /** True if pages load images from another origin, such as a CDN, which fetches them here and repeats our headers. */
  isShownElsewhere?: boolean;
};

/**
 * Serves stored images. The content of an address never changes, so it may be cached for ever. If a browser ever shows a file
 * as a page, the sandbox policy makes that page harmless.
 */
export async function mediaRoutes(app: FastifyInstance, { store, isShownElsewhere }: MediaOptions): Promise<void> {
  app.get<{ Params: { id: string; file: string } }>(`${IMAGE_PATH}/:id/:file`, async (request, reply) => {
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
        ...(isShownElsewhere && { 'cross-origin-resource-policy': 'cross-origin' }),
      })
      .send(found.body);
  });
}
