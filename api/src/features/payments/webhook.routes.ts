import { endpoints } from '@shop/contract/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { receiveNotice } from './events.service.ts';
import type { PaymentDeps } from './payments.service.ts';

const NOTICE_LIMIT_BYTES = 1024 * 1024;

const header = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** In a scope of its own, where bodies stay the bytes that were signed. */
export function webhookRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    route(
      scope,
      endpoints.razorpayWebhook,
      async ({ request }) => {
        await receiveNotice(deps, {
          rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          signature: header(request, 'x-razorpay-signature') ?? '',
          eventId: header(request, 'x-razorpay-event-id'),
        });
        return { received: true as const };
      },
      { bodyLimit: NOTICE_LIMIT_BYTES },
    );
  });
}
