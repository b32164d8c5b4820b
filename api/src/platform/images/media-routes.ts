import type { FastifyInstance } from 'fastify';
import { fail } from '../failure.ts';
import { type ImageStore, isImageKey } from './image-store.ts';
import { IMAGE_PATH } from './image-urls.ts';

type MediaOptions = {
  store: ImageStore;
  /** Pages show them under another origin, which may fetch them here and repeats our headers. */
  isShownElsewhere?: boolean;
};

/**
 * Serves stored images. An address never changes its content, so it may be kept for ever; and should a browser
 * ever take one for a page, the sandbox leaves that page nothing to do.
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
