import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { download } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import { indianDay } from '../../platform/indian-day.ts';
import {
  type CompletingDeps,
  cancelOrderByAdmin,
  changePaymentStatus,
  checkPaymentOfOrder,
  editOrder,
} from '../orders/administration/edit-order.service.ts';
import { exportOrders, findOrder, listOrders } from '../orders/administration/order-list.service.ts';

export function adminOrderRoutes(app: FastifyInstance, deps: CompletingDeps): void {
  route(app, endpoints.adminListOrders, ({ query }) => listOrders(deps, query));
  route(app, endpoints.adminExportOrders, async ({ user, query, reply }) =>
    download(reply, `orders-${indianDay(deps.clock.now())}.csv`, await exportOrders(deps, user, query)),
  );
  route(app, endpoints.adminFindOrder, async ({ params }) => ({ data: await findOrder(deps, params.id) }));
  route(app, endpoints.adminUpdateOrder, async ({ user, params, body }) => ({
    data: await editOrder(deps, user, params.id, body),
    message: messages.orderUpdated,
  }));
  route(app, endpoints.adminUpdateOrderStatus, async ({ user, params, body: { status, ...completion } }) => ({
    data: await changePaymentStatus(deps, user, params.id, status, completion),
    message: messages.orderUpdated,
  }));
  route(app, endpoints.adminCheckPayment, ({ user, params }) => checkPaymentOfOrder(deps, user, params.id));
  route(app, endpoints.cancelOrderByAdmin, async ({ user, params }) => {
    await cancelOrderByAdmin(deps, user, params.id);
    return { message: messages.orderDeleted };
  });
}
