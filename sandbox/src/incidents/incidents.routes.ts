import type { FastifyInstance } from 'fastify';
import { disputeEntity } from '../disputes/disputes.entity.ts';
import { disputeEvents, parseDisputeClaim } from '../disputes/disputes.rules.ts';
import { moveDispute } from '../disputes/disputes.service.ts';
import { refundEntity } from '../refunds/refunds.entity.ts';
import { parseRefundRequest } from '../refunds/refunds.rules.ts';
import { failProcessedRefund, refundPayment } from '../refunds/refunds.service.ts';
import { booleanField, fieldsOf, integerField, oneOf, requiredText, textField } from '../request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authoriseLate, captureAuthorised, payWithoutCheckout } from './incidents.service.ts';

/**
 * Test controls for actions of banks, of the provider itself and of people in its dashboard. With `webhook: false` no event is
 * sent.
 */
export function incidentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/v1/test/authorize', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    const paymentId = textField(fields, 'payment_id');
    if (paymentId !== undefined) return authoriseLate(sandbox, paymentId, sendsWebhook);
    return payWithoutCheckout(sandbox, requiredText(fields, 'order_id'), 'authorized', { sendsWebhook });
  });

  app.post('/v1/test/cash-on-delivery', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    return payWithoutCheckout(sandbox, requiredText(fields, 'order_id'), 'pending', { sendsWebhook });
  });

  app.post('/v1/test/capture', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    const paymentId = textField(fields, 'payment_id');
    if (paymentId !== undefined) return captureAuthorised(sandbox, paymentId, sendsWebhook);
    return payWithoutCheckout(sandbox, requiredText(fields, 'order_id'), 'captured', {
      sendsWebhook,
      amountPaise: integerField(fields, 'amount'),
      offerId: textField(fields, 'offer_id'),
    });
  });

  app.post('/v1/test/auto-refund', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    const paymentId = requiredText(fields, 'payment_id');
    const all = parseRefundRequest(paymentId, {}, undefined);
    return refundEntity(await refundPayment(sandbox, paymentId, all, { isByProvider: true, sendsWebhook }));
  });

  app.post('/v1/test/dashboard-refund', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    const paymentId = requiredText(fields, 'payment_id');
    const request = parseRefundRequest(paymentId, { amount: fields.amount, speed: fields.speed }, undefined);
    return refundEntity(await refundPayment(sandbox, paymentId, request, { sendsWebhook }));
  });

  app.post('/v1/test/fail-refund', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    const status = oneOf(fields, 'status', ['failed', 'reversed'] as const) ?? 'failed';
    return refundEntity(
      await failProcessedRefund(sandbox, requiredText(fields, 'refund_id'), { status, sendsWebhook }),
    );
  });

  app.post('/v1/test/dispute', async ({ body }) => {
    const { fields, sendsWebhook } = incidentOf(body);
    const paymentId = requiredText(fields, 'payment_id');
    const event = oneOf(fields, 'event', disputeEvents) ?? 'created';
    const claim = parseDisputeClaim(fields);
    return disputeEntity(await moveDispute(sandbox, paymentId, { event, claim, sendsWebhook }));
  });
}

function incidentOf(body: unknown) {
  const fields = fieldsOf(body);
  return { fields, sendsWebhook: booleanField(fields, 'webhook') ?? true };
}
