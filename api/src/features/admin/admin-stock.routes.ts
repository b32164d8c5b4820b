import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import { BATCH } from '@shop/contract/limits/admin-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { download } from '../../platform/http/download.ts';
import { LONG_JSON_BYTES } from '../../platform/http/forms/json-body.ts';
import { readTextForm } from '../../platform/http/forms/text-form.ts';
import { route } from '../../platform/http/route.ts';
import { refreshSoldOutNowAndAfterCommit } from '../catalogue/availability.service.ts';
import { findBatchedProduct } from '../catalogue/manage/products-admin.service.ts';
import type { SaveProductDeps } from '../catalogue/manage/save-product.service.ts';
import { listBatchOrders } from '../orders/recalls/batch-orders.service.ts';
import { exportBatchOrders } from '../orders/recalls/batch-orders-export.service.ts';
import { recallBatch } from '../orders/recalls/recall.service.ts';
import { type BatchDeps, listAllBatches, listBatchesOf, requireBatch } from '../stock/batches/batches.service.ts';
import { importBatch, previewImport } from '../stock/import/batch-import.service.ts';

const readForm = (request: FastifyRequest) =>
  readTextForm(request, { file: 'file', field: 'codes', maxBytes: BATCH.maxBytes });

export function adminStockRoutes(app: FastifyInstance, shop: SaveProductDeps & BatchDeps): void {
  const deps = { ...shop, refreshSoldOut: refreshSoldOutNowAndAfterCommit };
  route(
    app,
    endpoints.adminImportBatch,
    async ({ user, params, query, body, reply }) => {
      if (query.dryRun) {
        reply.status(200);
        return { data: await previewImport(deps, params.id, body) };
      }
      const { batch, report, isNew } = await importBatch(deps, user, params.id, body);
      if (!isNew) reply.status(200);
      return { data: batch, report, message: isNew ? messages.batchAdded : messages.batchAddedBefore };
    },
    { bodyLimit: LONG_JSON_BYTES, readForm },
  );
  route(app, endpoints.adminListProductBatches, async ({ params, query }) => ({
    product: await findBatchedProduct(deps, params.id),
    ...(await listBatchesOf(deps, params.id, query)),
  }));
  route(app, endpoints.adminListBatches, ({ query }) => listAllBatches(deps, query));
  route(app, endpoints.adminFindBatch, async ({ params }) => ({ data: await requireBatch(deps, params.id) }));
  route(app, endpoints.adminRecallBatch, async ({ user, params, body }) => ({
    ...(await recallBatch(deps, user, params.id, body)),
    message: messages.batchRecalled,
  }));
  route(app, endpoints.adminListBatchOrders, ({ params, query }) => listBatchOrders(deps, params.id, query));
  route(app, endpoints.adminExportBatchOrders, async ({ user, params, reply }) => {
    const batch = await requireBatch(deps, params.id);
    const name = `batch-${batch.reference.replace(/[^\w.-]+/g, '-')}.csv`;
    return download(reply, name, await exportBatchOrders(deps, user, batch));
  });
}
