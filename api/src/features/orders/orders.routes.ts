import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from '../../platform/http/requests/request-origin.ts';
import type { SessionUser } from '../../platform/http/requests/session-user.ts';
import { route } from '../../platform/http/route.ts';
import { listMyOrders, markOrderUsed } from './my-orders/my-orders.service.ts';
import { findMyOrder, type RevealDeps, rateOrder, revealOrder } from './orders.service.ts';
import { checkPayment, type PaymentCheckDeps } from './payment/payment-check.service.ts';
import type { VerificationDeps } from './payment/payment-proof.service.ts';
import { verifyPayment } from './payment/verification.service.ts';
import { cancelMyOrder } from './placing/cancel-order.service.ts';
import { type PlacingDeps, placeOrder } from './placing/placing.service.ts';

const idempotencyKey = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : null;
};

export function orderRoutes(
  app: FastifyInstance,
  deps: RevealDeps & PlacingDeps & VerificationDeps & PaymentCheckDeps,
): void {
  route(app, endpoints.createOrder, ({ user, body, request }) => placeOrder(deps, user, body, idempotencyKey(request)));
  route(app, endpoints.verifyPayment, ({ user, body }) => verifyPayment(deps, user, body));
  route(app, endpoints.listMyOrders, ({ user, query }) => listMyOrders(deps, user, query));
  route(app, endpoints.findMyOrder, async ({ user, params }) => ({ data: await findMyOrder(deps, user, params.id) }));
  route(app, endpoints.deleteOrder, async ({ user, params }) => {
    await cancelMyOrder(deps, user, params.id);
    return { message: messages.orderDeleted };
  });
  const check = async (user: SessionUser, id: string) => ({ data: await checkPayment(deps, user, id) });
  route(app, endpoints.checkPayment, ({ user, params }) => check(user, params.id));
  route(app, endpoints.revealOrder, async ({ user, params, request }) => ({
    data: await revealOrder(deps, user, params.id, originOf(request)),
  }));
  route(app, endpoints.markOrderUsed, async ({ user, params, body }) => ({
    data: await markOrderUsed(deps, user, params.id, body),
  }));
  route(app, endpoints.rateOrder, async ({ user, params, body }) => ({
    data: await rateOrder(deps, user, params.id, body),
  }));
}
