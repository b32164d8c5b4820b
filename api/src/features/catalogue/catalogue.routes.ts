import { endpoints } from '@shop/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import {
  browseProducts,
  type CatalogueDeps,
  countFacets,
  searchProducts,
  showProduct,
  showSimilar,
  suggestProducts,
} from './catalogue.service.ts';

// Kept by browsers but asked for again each time: an answer that did not change costs its ETag, and a product that
// was sold meanwhile is never shown from a cache.
const fresh = { cache: 'no-cache' };

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps): void {
  route(app, endpoints.listProducts, ({ query }) => browseProducts(deps, query), fresh);
  route(app, endpoints.searchProducts, ({ query }) => searchProducts(deps, query), fresh);
  route(app, endpoints.suggestProducts, async ({ query }) => ({ data: await suggestProducts(deps, query.q) }), fresh);
  route(app, endpoints.productFacets, async ({ query }) => ({ data: await countFacets(deps, query) }), fresh);
  route(app, endpoints.findProduct, async ({ params }) => ({ data: await showProduct(deps, params.id) }), fresh);
  route(app, endpoints.similarProducts, async ({ params }) => ({ data: await showSimilar(deps, params.id) }), fresh);
}
