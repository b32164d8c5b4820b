import { EXPIRING_SOON_DAYS } from '@shop/contract/limits';
import type { OrderShelf } from '@shop/contract/order-status';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../platform/list-search.queries.ts';
import type { Database } from '../../tables.ts';
import { type OrderWithReactions, ordersWithReactions, unitsUntil } from './orders.queries.ts';

export type WalletQuestion = { buyerId: string; shelf: OrderShelf; text?: string; productId?: string; now: Date };
type PageRange = { limit: number; offset: number };

const validUntil = sql`coalesce(${unitsUntil}, (orders.product_details->>'expiryDate')::timestamptz)`;
const unused = sql`orders.status = 'completed' and orders.used_at is null`;

const onShelf = (shelf: OrderShelf, now: Date): RawBuilder<boolean> =>
  ({
    all: () => sql<boolean>`true`,
    unused: () => sql<boolean>`${unused}`,
    used: () => sql<boolean>`orders.used_at is not null`,
    expiring: () =>
      sql<boolean>`${unused} and ${validUntil} between ${now} and ${now}::timestamptz + make_interval(days => ${EXPIRING_SOON_DAYS})`,
  })[shelf]();

const asked = (db: Database, { buyerId, shelf, text, productId, now }: WalletQuestion) =>
  ordersWithReactions(db)
    .where('orders.buyer_id', '=', buyerId)
    .where(onShelf(shelf, now))
    .$if(productId !== undefined, (orders) => orders.where('orders.product_id', '=', productId as string))
    .$if(text !== undefined, (orders) =>
      orders.where(
        sql<boolean>`concat_ws(' ', orders.product_details->>'title', orders.product_details->>'company') ilike ${containing(text as string)}`,
      ),
    );

export async function listOrdersOfBuyer(
  db: Database,
  question: WalletQuestion,
  { limit, offset }: PageRange,
): Promise<{ rows: OrderWithReactions[]; total: number }> {
  const rows = await asked(db, question)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await asked(db, question)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** How many of a buyer's orders stand before one of them in the list; undefined when it is not among them. */
export async function placeOfOrder(
  db: Database,
  { buyerId, orderId }: { buyerId: string; orderId: string },
): Promise<number | undefined> {
  const place = await db
    .selectFrom('orders')
    .innerJoin('orders as newer', (join) =>
      join
        .onRef('newer.buyer_id', '=', 'orders.buyer_id')
        .on(
          sql<boolean>`newer.abandoned_at is null and (newer.created_at, newer.id) >= (orders.created_at, orders.id)`,
        ),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orders.id', '=', orderId)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.abandoned_at', 'is', null)
    .executeTakeFirstOrThrow();
  return place.count === 0 ? undefined : place.count - 1;
}

export const updateUsed = (db: Database, { id, usedAt }: { id: string; usedAt: Date | null }) =>
  db.updateTable('orders').set({ used_at: usedAt }).where('id', '=', id).execute();
