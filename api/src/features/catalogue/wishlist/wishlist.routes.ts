import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { CatalogueDeps } from '../catalogue.service.ts';
import { wishedIdsOf, wishesOf, wishFor, wishNoLonger } from './wishlist.service.ts';

export function wishlistRoutes(app: FastifyInstance, deps: CatalogueDeps): void {
  route(app, endpoints.listWishes, async ({ user }) => ({ data: await wishesOf(deps, user._id) }));
  route(app, endpoints.listWishedIds, async ({ user }) => ({ data: await wishedIdsOf(deps, user._id) }));
  route(app, endpoints.addWish, async ({ user, params }) => {
    await wishFor(deps, user._id, params.id);
    return { message: messages.wishAdded };
  });
  route(app, endpoints.removeWish, async ({ user, params }) => {
    await wishNoLonger(deps, user._id, params.id);
    return { message: messages.wishRemoved };
  });
}
