import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import { SHEET } from '@shop/contract/limits/admin-limits';
import type { AdminProduct } from '@shop/contract/products/product-input';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { download } from '../../platform/http/download.ts';
import { LONG_JSON_BYTES } from '../../platform/http/forms/json-body.ts';
import { readTextForm } from '../../platform/http/forms/text-form.ts';
import { route } from '../../platform/http/route.ts';
import { indianDay } from '../../platform/indian-day.ts';
import {
  applyBulkChange,
  deleteProduct,
  previewBulkChange,
  undoBulkChange,
} from '../catalogue/manage/bulk-products.service.ts';
import { listAllProducts, openProduct, type ShowCodeDeps } from '../catalogue/manage/products-admin.service.ts';
import {
  createProduct,
  isCodeShared,
  type SaveProductDeps,
  updateProduct,
} from '../catalogue/manage/save-product.service.ts';
import {
  exportProducts,
  importProducts,
  previewProductImport,
} from '../catalogue/product-sheet/product-sheet.service.ts';

const readForm = (request: FastifyRequest) =>
  readTextForm(request, { file: 'file', field: 'products', maxBytes: SHEET.maxBytes });

/** Create, update and delete each have two URLs (spec §7) with the same behaviour. */
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
      const undo = await deleteProduct(deps, user, params.id);
      return { message: messages.productDeleted, undo };
    });
  route(app, endpoints.adminBulkProducts, async ({ user, query, body }) => {
    if (query.dryRun) return { data: await previewBulkChange(deps, body) };
    const message = body.action === 'delete' ? messages.productsDeleted : messages.productsUpdated;
    return { ...(await applyBulkChange(deps, user, body)), message };
  });
  route(app, endpoints.adminExportProducts, async ({ query, reply }) =>
    download(reply, `products-${indianDay(deps.clock.now())}.csv`, exportProducts(deps, query)),
  );
  route(
    app,
    endpoints.adminImportProducts,
    async ({ user, query, body }) => {
      if (query.dryRun) return { data: await previewProductImport(deps, user, body) };
      return { report: await importProducts(deps, user, body), message: messages.productsImported };
    },
    { bodyLimit: LONG_JSON_BYTES, readForm },
  );
  route(app, endpoints.adminUndoBulk, async ({ user, params }) => {
    const { count, kept } = await undoBulkChange(deps, user, params.id);
    if (kept === 0) return { count, message: messages.changeUndone };
    return { count, message: count > 0 ? messages.changePartlyUndone : messages.changeNotUndone };
  });
}
