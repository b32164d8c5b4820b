import type { FastifyBaseLogger } from 'fastify';
import type { Alarm } from './alarm.ts';
import { captureDuePayment } from './payments/payments.service.ts';
import { settleDueRefund } from './refunds/refunds.service.ts';
import type { Sandbox } from './sandbox.ts';
import { claimWebhooks, deliverWebhook } from './webhooks/webhooks.delivery.ts';

const POLL_MS = 500;
const MAX_DELIVERIES_AT_ONCE = 20;

/** Runs the work that needs no request: late captures, ends of refunds, webhooks. */
export function startBackground(
  sandbox: Sandbox,
  alarm: Alarm,
  closing: AbortSignal,
  log: FastifyBaseLogger,
): Promise<void> {
  const deliveries = new Set<Promise<void>>();

  async function startDeliveries(): Promise<void> {
    for (const webhook of await claimWebhooks(sandbox, MAX_DELIVERIES_AT_ONCE - deliveries.size)) {
      const delivery = deliverWebhook(sandbox, webhook, closing)
        .then((status) => log.debug({ event: webhook.event, eventId: webhook.eventId, status }, 'webhook attempted'))
        .catch((error: unknown) => log.warn({ err: error }, 'webhook attempt could not be recorded'))
        .finally(() => {
          deliveries.delete(delivery);
          alarm.ring();
        });
      deliveries.add(delivery);
    }
  }

  async function run(): Promise<void> {
    while (!closing.aborted) {
      try {
        while (await captureDuePayment(sandbox));
        while (await settleDueRefund(sandbox));
        await startDeliveries();
      } catch (error) {
        log.warn({ err: error }, 'payment sandbox: background work failed, trying again');
      }
      await alarm.wait(POLL_MS);
    }
    await Promise.all(deliveries);
  }

  closing.addEventListener('abort', alarm.ring);
  return run();
}
