import type { OrderShelf } from '@shop/contract/order-status';
import { sql } from 'kysely';
import { containing } from '../../../platform/lists/list-search.queries.ts';
import type { RowRange } from '../../../platform/lists/page.ts';
import type { Database } from '../../../tables.ts';
import { type OrderWithReactions, ordersWithReactions } from '../orders.queries.ts';
import { onShelf } from './my-orders-filter.queries.ts';

type WalletQuestion = { buyerId: string; shelf: OrderShelf; text?: string; productId?: string; now: Date };

function asked(db: Database, { buyerId, shelf, text, productId, now }: WalletQuestion) {
  let query = ordersWithReactions(db).where('orders.buyer_id', '=', buyerId).where(onShelf(shelf, now));
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
  question: WalletQuestion,
  { limit, offset }: RowRange,
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

export const updateUsed = (db: Database, { id, usedAt }: { id: string; usedAt: Date | null }) =>
  db.updateTable('orders').set({ used_at: usedAt }).where('id', '=', id).execute();
