import type { FastifyInstance } from 'fastify';
import type { FaultHooks } from '../faults/faults.hooks.ts';
import { fieldsOf } from '../request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { paymentEntity, withOffers } from './payments.entity.ts';
import { parseCaptureRequest } from './payments.rules.ts';
import { capturePayment, requirePayment } from './payments.service.ts';

export function paymentRoutes(app: FastifyInstance, sandbox: Sandbox, faultHooks: FaultHooks): void {
  app.get<{ Params: { id: string } }>('/v1/payments/:id', faultHooks('fetch-payment'), async (request) => {
    const payment = await requirePayment(sandbox, request.params.id);
    return fieldsOf(request.query)['expand[]'] === 'offers' ? withOffers(payment) : paymentEntity(payment);
  });

  app.post<{ Params: { id: string } }>('/v1/payments/:id/capture', faultHooks('capture'), async (request) =>
    paymentEntity(await capturePayment(sandbox, request.params.id, parseCaptureRequest(request.body))),
  );
}
