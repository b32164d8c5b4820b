import { endpoints } from '@shop/contract/calls/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { PaymentProviders } from '../provider/payment-provider.ts';
import { type EventDeps, receiveEvent } from './events.service.ts';

const EVENT_LIMIT_BYTES = 1024 * 1024;

/** One URL per provider, in a Fastify scope without body parsers, because the signature covers the raw bytes. */
export function webhookRoutes(app: FastifyInstance, deps: EventDeps & { providers: PaymentProviders }): void {
  const razorpay = deps.providers.named('razorpay');
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    route(
      scope,
      endpoints.razorpayWebhook,
      async ({ request }) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveEvent(deps, razorpay, { rawBody, headers: request.headers });
        return { received: true as const };
      },
      { bodyLimit: EVENT_LIMIT_BYTES },
    );
  });
}
