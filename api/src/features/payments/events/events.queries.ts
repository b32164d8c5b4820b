import { type Selectable, sql } from 'kysely';
import { only, plannedOnce } from '../../../platform/database/planned-once.ts';
import type { Database, Tables } from '../../../tables.ts';

type ProviderEventRow = Selectable<Tables['provider_events']>;

/** False when the event is stored already. */
export async function insertEvent(
  db: Database,
  event: { id: string; provider: string; type: string; payload: object; receivedAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('provider_events')
    .values({
      id: event.id,
      provider: event.provider,
      type: event.type,
      payload: JSON.stringify(event.payload),
      received_at: event.receivedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const findOpenEvent = (db: Database, id: string): Promise<ProviderEventRow | undefined> =>
  db
    .selectFrom('provider_events')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();

export async function updateEventProcessed(db: Database, id: string, at: Date): Promise<void> {
  await db.updateTable('provider_events').set({ processed_at: at }).where('id', '=', id).execute();
}

/**
 * Whether there are events about a payment besides those of its capture, such as a refund. The condition matches the index
 * `provider_events_by_payment`.
 */
const otherEvents = only(
  plannedOnce((db, { paymentId }: { paymentId: string }) =>
    db
      .selectNoFrom(
        sql<boolean>`exists (
          select from provider_events where payload #>> '{payment,entity,id}' = ${paymentId}
            and type not in ('payment.authorized', 'payment.captured', 'order.paid')
        )`.as('exist'),
      )
      .compile(),
  ),
);

export const hasOtherEvents = async (db: Database, paymentId: string): Promise<boolean> =>
  (await otherEvents(db, { paymentId })).exist;
