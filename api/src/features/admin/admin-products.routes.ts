import { endpoints } from '@shop/contract/endpoints';
import { messages } from '@shop/contract/messages';
import type { AdminProduct } from '@shop/contract/product-input';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import {
  changeProducts,
  deleteProduct,
  listAllProducts,
  openProduct,
  type ShowCodeDeps,
} from '../catalogue/products-admin.service.ts';
import { createProduct, isCodeShared, type SaveProductDeps, updateProduct } from '../catalogue/save-product.service.ts';

/** Creating, changing and deleting each have two addresses (spec §7) and one behaviour. */
export function adminProductRoutes(app: FastifyInstance, deps: SaveProductDeps & ShowCodeDeps): void {
  const saved = async (data: AdminProduct, message: string) => ({
    data,
    message: (await isCodeShared(deps, data)) ? `${message}. ${messages.codeShared}` : message,
  });
  for (const list of [endpoints.adminListProducts, endpoints.adminSearchProducts])
    route(app, list, ({ query }) => listAllProducts(deps, query));
  route(app, endpoints.adminFindProduct, async ({ user, params }) => ({
    data: await openProduct(deps, user, params.id),
  }));
  for (const create of [endpoints.adminCreateProduct, endpoints.createProduct])
    route(app, create, async ({ user, body, files }) =>
      saved(await createProduct(deps, user, body, files), messages.productCreated),
    );
  for (const update of [endpoints.adminUpdateProduct, endpoints.updateProduct])
    route(app, update, async ({ user, params, body, files }) =>
      saved(await updateProduct(deps, user, params.id, body, files), messages.productUpdated),
    );
  for (const remove of [endpoints.adminDeleteProduct, endpoints.deleteProduct])
    route(app, remove, async ({ user, params }) => {
      await deleteProduct(deps, user, params.id);
      return { message: messages.productDeleted };
    });
  route(app, endpoints.adminBulkProducts, async ({ user, body }) => ({
    count: await changeProducts(deps, user, body),
    message: messages.productsUpdated,
  }));
}
