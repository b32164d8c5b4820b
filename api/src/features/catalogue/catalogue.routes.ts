import { endpoints } from '@shop/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { browseProducts, type CatalogueDeps, showProduct } from './catalogue.service.ts';

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps): void {
  route(app, endpoints.listProducts, ({ query }) => browseProducts(deps, query));
  route(app, endpoints.findProduct, async ({ params }) => ({ data: await showProduct(deps, params.id) }));
}
