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
/** Longer than an attempt can take, so that no second process sends the same webhook. */
const LEASE_MS = 10_000;

export function claimWebhooks(sandbox: Sandbox, limit: number): Promise<WebhookRow[]> {
  return claimDueWebhooks(sandbox.pool, { now: sandbox.now(), leaseUntil: leaseEnd(sandbox), limit });
}

/** Sends held webhooks one after the other. Returns the status of each answer (0: no answer). */
export async function releaseEvents(sandbox: Sandbox, ids: number[], closing: AbortSignal) {
  const released: { id: number; event: string; status: number }[] = [];
  for (const id of ids) {
    const webhook = await claimHeldWebhook(sandbox.pool, id, leaseEnd(sandbox));
    if (webhook) released.push({ id, event: webhook.event, status: await deliverWebhook(sandbox, webhook, closing) });
  }
  return released;
}

/** Makes one attempt and schedules the next one. Returns the status (0: no answer). */
export async function deliverWebhook(sandbox: Sandbox, webhook: WebhookRow, closing: AbortSignal): Promise<number> {
  const status = await post(sandbox, webhook, closing).catch(() => 0);
  const now = sandbox.now();
  if (status >= 200 && status < 300) {
    await updateWebhookDelivered(sandbox.pool, webhook.id, now);
  } else {
    // Our own close ended it, so it is no attempt and is due again at the next start.
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
  // The connection can only be reused after the answer is read.
  await response.arrayBuffer();
  return response.status;
}

function leaseEnd(sandbox: Sandbox): Date {
  return new Date(sandbox.now().getTime() + LEASE_MS);
}
