import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { CatalogueDeps } from '../catalogue.service.ts';
import { addWish, endWish, listIdsOfWishes, listWishes } from './wishlist.service.ts';

export function wishlistRoutes(app: FastifyInstance, deps: CatalogueDeps): void {
  route(app, endpoints.listWishes, async ({ user }) => ({ data: await listWishes(deps, user._id) }));
  route(app, endpoints.listWishedIds, async ({ user }) => ({ data: await listIdsOfWishes(deps, user._id) }));
  route(app, endpoints.addWish, async ({ user, params }) => {
    await addWish(deps, user._id, params.id);
    return { message: messages.wishAdded };
  });
  route(app, endpoints.removeWish, async ({ user, params }) => {
    await endWish(deps, user._id, params.id);
    return { message: messages.wishRemoved };
  });
}
