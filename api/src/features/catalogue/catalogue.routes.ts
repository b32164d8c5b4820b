import { endpoints } from '@shop/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { type SharedReads, unsharedRead } from '../../platform/http/shared-answers/shared-reads.ts';
import {
  browseProducts,
  type CatalogueDeps,
  countFacets,
  searchProducts,
  showProduct,
  showSimilar,
  suggestProducts,
} from './catalogue.service.ts';

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps, shared: SharedReads | undefined): void {
  const read = shared?.mount ?? unsharedRead;
  read(app, endpoints.listProducts, ({ query }) => browseProducts(deps, query));
  read(app, endpoints.searchProducts, ({ query }) => searchProducts(deps, query));
  read(app, endpoints.suggestProducts, async ({ query }) => ({ data: await suggestProducts(deps, query.q) }));
  read(app, endpoints.productFacets, async ({ query }) => ({ data: await countFacets(deps, query) }));
  read(app, endpoints.findProduct, async ({ params }) => ({ data: await showProduct(deps, params.id) }));
  read(app, endpoints.similarProducts, async ({ params }) => ({ data: await showSimilar(deps, params.id) }));
}
