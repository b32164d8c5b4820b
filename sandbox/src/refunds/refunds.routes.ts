import type { FastifyInstance } from 'fastify';
import { collection, sliceOf } from '../collection.ts';
import type { FaultHooks } from '../faults/faults.hooks.ts';
import { requirePayment } from '../payments/payments.service.ts';
import { unknownId } from '../provider-error.ts';
import { fieldsOf } from '../request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { refundEntity } from './refunds.entity.ts';
import { listRefundsOfPayment } from './refunds.queries.ts';
import { parseRefundRequest } from './refunds.rules.ts';
import { refundPayment, requireRefund } from './refunds.service.ts';

export function refundRoutes(app: FastifyInstance, sandbox: Sandbox, faultHooks: FaultHooks): void {
  app.post<{ Params: { id: string } }>('/v1/payments/:id/refund', faultHooks('refund'), async (request) => {
    const { id } = request.params;
    const refundRequest = parseRefundRequest(id, request.body, request.headers['x-refund-idempotency']);
    return refundEntity(await refundPayment(sandbox, id, refundRequest));
  });

  app.get<{ Params: { id: string } }>('/v1/payments/:id/refunds', faultHooks('fetch-refunds'), async (request) => {
    const payment = await requirePayment(sandbox, request.params.id);
    const refunds = await listRefundsOfPayment(sandbox.pool, payment.id, sliceOf(fieldsOf(request.query)));
    return collection(refunds.map(refundEntity));
  });

  app.get<{ Params: { id: string; refundId: string } }>(
    '/v1/payments/:id/refunds/:refundId',
    faultHooks('fetch-refund'),
    async (request) => {
      const refund = await requireRefund(sandbox, request.params.refundId);
      if (refund.paymentId !== request.params.id) throw unknownId();
      return refundEntity(refund);
    },
  );

  app.get<{ Params: { id: string } }>('/v1/refunds/:id', faultHooks('fetch-refund'), async (request) =>
    refundEntity(await requireRefund(sandbox, request.params.id)),
  );
}
