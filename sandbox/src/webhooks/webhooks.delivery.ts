import type { Sandbox } from '../sandbox.ts';
import { signWebhook } from '../signatures.ts';
import {
  claimDueWebhooks,
  claimHeldWebhook,
  updateWebhookDelivered,
  updateWebhookDue,
  type WebhookRow,
} from './webhooks.queries.ts';
import { retryDelayMs } from './webhooks.rules.ts';

const ANSWER_TIMEOUT_MS = 5000;
/** Longer than an attempt can take, so that no second process starts the same one. */
const LEASE_MS = 10_000;

export function claimWebhooks(sandbox: Sandbox, limit: number): Promise<WebhookRow[]> {
  return claimDueWebhooks(sandbox.pool, { now: sandbox.now(), leaseUntil: leaseEnd(sandbox), limit });
}

/** Sends what a fault held back, one after the other; answers each with the status it met (0: no answer). */
export async function releaseWebhooks(sandbox: Sandbox, ids: number[], closing: AbortSignal) {
  const released: { id: number; event: string; status: number }[] = [];
  for (const id of ids) {
    const webhook = await claimHeldWebhook(sandbox.pool, id, leaseEnd(sandbox));
    if (webhook) released.push({ id, event: webhook.event, status: await deliverWebhook(sandbox, webhook, closing) });
  }
  return released;
}

/** One attempt, and the note of when the next one is due. Answers the status, 0 when there was no answer. */
export async function deliverWebhook(sandbox: Sandbox, webhook: WebhookRow, closing: AbortSignal): Promise<number> {
  const status = await post(sandbox, webhook, closing).catch(() => 0);
  const now = sandbox.now();
  if (status >= 200 && status < 300) {
    await updateWebhookDelivered(sandbox.pool, webhook.id, now);
  } else {
    // Cut short by our own closing, it was no attempt: due at once for whoever starts next.
    const waitMs = closing.aborted ? 0 : retryDelayMs(webhook.attempts);
    await updateWebhookDue(sandbox.pool, webhook.id, new Date(now.getTime() + waitMs));
  }
  return status;
}

async function post(sandbox: Sandbox, webhook: WebhookRow, closing: AbortSignal): Promise<number> {
  const response = await fetch(sandbox.webhookUrl(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Razorpay-Webhook/v1',
      'x-razorpay-signature': signWebhook(webhook.body, sandbox.webhookSecret),
      'x-razorpay-event-id': webhook.eventId,
    },
    body: webhook.body,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), closing]),
  });
  // Unread, the answer would keep its connection from being used again.
  await response.arrayBuffer();
  return response.status;
}

function leaseEnd(sandbox: Sandbox): Date {
  return new Date(sandbox.now().getTime() + LEASE_MS);
}
