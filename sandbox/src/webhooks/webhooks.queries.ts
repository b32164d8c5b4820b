import type { Database } from '../database.ts';

export interface WebhookRow {
  id: number;
  eventId: string;
  event: string;
  body: string;
  attempts: number;
}

const columns = 'id, event_id as "eventId", event, body, attempts';

export async function insertWebhook(
  db: Database,
  webhook: { eventId: string; event: string; body: string; isHeld: boolean; dueAt: Date },
): Promise<void> {
  await db.query('insert into sandbox.webhooks (event_id, event, body, held, due_at) values ($1, $2, $3, $4, $5)', [
    webhook.eventId,
    webhook.event,
    webhook.body,
    webhook.isHeld,
    webhook.dueAt,
  ]);
}

/** A claimed webhook is leased. If the process is killed, another one takes it when the lease ends. */
export async function claimDueWebhooks(
  db: Database,
  claim: { now: Date; leaseUntil: Date; limit: number },
): Promise<WebhookRow[]> {
  const { rows } = await db.query<WebhookRow>(
    `update sandbox.webhooks set attempts = attempts + 1, due_at = $2
     where id in (select id from sandbox.webhooks where delivered_at is null and not held and due_at <= $1
                  order by due_at, id limit $3 for update skip locked)
     returning ${columns}`,
    [claim.now, claim.leaseUntil, claim.limit],
  );
  return rows;
}

export async function claimHeldWebhook(db: Database, id: number, leaseUntil: Date): Promise<WebhookRow | undefined> {
  const { rows } = await db.query<WebhookRow>(
    `update sandbox.webhooks set held = false, attempts = attempts + 1, due_at = $2
     where id = $1 and held returning ${columns}`,
    [id, leaseUntil],
  );
  return rows[0];
}

export async function listHeldWebhooks(db: Database): Promise<WebhookRow[]> {
  const { rows } = await db.query<WebhookRow>(`select ${columns} from sandbox.webhooks where held order by id`);
  return rows;
}

export async function updateWebhookDelivered(db: Database, id: number, deliveredAt: Date): Promise<void> {
  await db.query('update sandbox.webhooks set delivered_at = $2 where id = $1', [id, deliveredAt]);
}

export async function updateWebhookDue(db: Database, id: number, dueAt: Date): Promise<void> {
  await db.query('update sandbox.webhooks set due_at = $2 where id = $1', [id, dueAt]);
}
