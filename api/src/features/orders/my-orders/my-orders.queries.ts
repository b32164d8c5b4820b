import type { OrderUseFilter } from '@shop/contract/order-status';
import { sql } from 'kysely';
import { containing } from '../../../platform/lists/list-search.queries.ts';
import type { RowRange } from '../../../platform/lists/page.ts';
import type { Database } from '../../../tables.ts';
import { type OrderWithReactions, ordersWithReactions } from '../orders.queries.ts';
import { matchesView } from './my-orders-filter.queries.ts';

type MyOrdersFilter = { buyerId: string; view: OrderUseFilter; text?: string; productId?: string; now: Date };

function ordersMatching(db: Database, { buyerId, view, text, productId, now }: MyOrdersFilter) {
  let query = ordersWithReactions(db).where('orders.buyer_id', '=', buyerId).where(matchesView(view, now));
  if (productId) query = query.where('orders.product_id', '=', productId);
  if (text)
    query = query.where(
      sql<boolean>`normalize(concat_ws(' ', orders.product_details->>'title', orders.product_details->>'company'))
        ilike ${containing(text)}`,
    );
  return query;
}

export async function listOrdersOfBuyer(
  db: Database,
  filter: MyOrdersFilter,
  { limit, offset }: RowRange,
): Promise<{ rows: OrderWithReactions[]; total: number }> {
  const rows = await ordersMatching(db, filter)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await ordersMatching(db, filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export const updateUsedAt = (db: Database, { id, usedAt }: { id: string; usedAt: Date | null }) =>
  db.updateTable('orders').set({ used_at: usedAt }).where('id', '=', id).execute();
