import type { Database } from '../database.ts';
import type { DisputeEntity } from '../disputes/disputes.entity.ts';
import { takeFault } from '../faults/faults.queries.ts';
import type { WebhookEvent } from '../faults/faults.rules.ts';
import { newId } from '../ids.ts';
import type { OrderEntity } from '../orders/orders.entity.ts';
import type { PaymentEntity } from '../payments/payments.entity.ts';
import type { RefundEntity } from '../refunds/refunds.entity.ts';
import { type Sandbox, unixSeconds } from '../sandbox.ts';
import { insertWebhook } from './webhooks.queries.ts';
import { planDelivery } from './webhooks.rules.ts';

const ACCOUNT_ID = 'acc_SandboxAccount';

interface EventEntities {
  payment?: PaymentEntity;
  order?: OrderEntity;
  refund?: RefundEntity;
  dispute?: DisputeEntity;
}

/** Writes the event to the outbox, in the transaction of its cause. */
export async function enqueueWebhook(
  db: Database,
  sandbox: Sandbox,
  event: WebhookEvent,
  entities: EventEntities,
): Promise<void> {
  const plan = planDelivery(await takeFault(db, sandbox, `webhook:${event}`));
  const now = sandbox.now();
  const body = JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT_ID,
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: unixSeconds(now),
  });
  const eventId = newId('evt');
  for (let copy = 0; copy < plan.copies; copy += 1) {
    await insertWebhook(db, {
      eventId: plan.hasOneEventId ? eventId : newId('evt'),
      event,
      body,
      isHeld: plan.isHeld,
      dueAt: new Date(now.getTime() + plan.delayMs),
    });
  }
}
