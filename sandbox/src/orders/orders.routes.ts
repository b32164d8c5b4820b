import type { FastifyInstance } from 'fastify';
import { collection, sliceOf } from '../collection.ts';
import type { FaultHooks } from '../faults/faults.hooks.ts';
import { paymentEntity } from '../payments/payments.entity.ts';
import { listPaymentsOfOrder } from '../payments/payments.queries.ts';
import { fieldsOf, textField } from '../request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { orderEntity } from './orders.entity.ts';
import { listOrders } from './orders.queries.ts';
import { parseOrderDraft } from './orders.rules.ts';
import { placeOrder, requireOrder } from './orders.service.ts';

export function orderRoutes(app: FastifyInstance, sandbox: Sandbox, faultHooks: FaultHooks): void {
  app.post('/v1/orders', faultHooks('create-order'), async (request) =>
    orderEntity(await placeOrder(sandbox, parseOrderDraft(request.body))),
  );

  app.get('/v1/orders', faultHooks('list-orders'), async (request) => {
    const query = fieldsOf(request.query);
    const orders = await listOrders(sandbox.pool, { ...sliceOf(query), receipt: textField(query, 'receipt') });
    return collection(orders.map(orderEntity));
  });

  app.get<{ Params: { id: string } }>('/v1/orders/:id', faultHooks('fetch-order'), async (request) =>
    orderEntity(await requireOrder(sandbox, request.params.id)),
  );

  app.get<{ Params: { id: string } }>('/v1/orders/:id/payments', faultHooks('fetch-payments'), async (request) => {
    const order = await requireOrder(sandbox, request.params.id);
    const payments = await listPaymentsOfOrder(sandbox.pool, order.id);
    return collection(payments.map(paymentEntity));
  });
}
