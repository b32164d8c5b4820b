import { endpoints } from '@shop/contract/calls/endpoints';
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
  read(app, endpoints.listProducts, ({ query }, reading) => browseProducts({ ...deps, ...reading }, query));
  read(app, endpoints.searchProducts, ({ query }, reading) => searchProducts({ ...deps, ...reading }, query));
  read(app, endpoints.suggestProducts, async ({ query }, reading) => ({
    data: await suggestProducts({ ...deps, ...reading }, query.q),
  }));
  read(app, endpoints.productFacets, async ({ query }, reading) => ({
    data: await countFacets({ ...deps, ...reading }, query),
  }));
  read(app, endpoints.findProduct, async ({ params }, reading) => ({
    data: await showProduct({ ...deps, ...reading }, params.id),
  }));
  read(app, endpoints.similarProducts, async ({ params }, reading) => ({
    data: await showSimilar({ ...deps, ...reading }, params.id),
  }));
}
