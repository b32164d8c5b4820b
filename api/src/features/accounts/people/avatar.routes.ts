import { NAME } from '@shop/contract/limits/limits';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../../platform/failure.ts';
import { avatarSvg } from './avatar.rules.ts';

const DAY_SECONDS = 86_400;
const EXTENSION = '.svg';

/** The shop draws initials itself, so that no customer name is sent to an avatar service (spec point 20). */
export function avatarRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/avatars/:file', async (request, reply) => {
    const { file } = request.params;
    const name = file.slice(0, -EXTENSION.length);
    if (!file.endsWith(EXTENSION) || name.length > NAME.max) throw fail('notFound');
    return (
      reply
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        // A browser opens an SVG as a document, and this one contains text that a user chose. The sandbox blocks scripts.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/svg+xml; charset=utf-8')
        .send(avatarSvg(name))
    );
  });
}
