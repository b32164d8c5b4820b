import { sql } from 'kysely';
import { daysAfter } from '../../platform/clock.ts';
import type { RetentionRule } from '../../platform/retention.ts';
import type { Database } from '../../tables.ts';
import { COUNTED_IN_A_LIST, productRows } from './product-rows.queries.ts';

type Wish = { userId: string; productId: string };

/** Again keeps its place in the list. */
export async function insertWish(db: Database, { userId, productId, at }: Wish & { at: Date }): Promise<void> {
  await db
    .insertInto('wishes')
    .values({ user_id: userId, product_id: productId, wished_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeWish(db: Database, { userId, productId }: Wish): Promise<void> {
  await db.deleteFrom('wishes').where('user_id', '=', userId).where('product_id', '=', productId).execute();
}

/** What was taken off sale may come back: it is not shown meanwhile. */
const shownWishes = (db: Database, userId: string) =>
  db
    .selectFrom('wishes')
    .innerJoin('products', 'products.id', 'wishes.product_id')
    .where('wishes.user_id', '=', userId)
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null);

export const listWishedIds = async (db: Database, userId: string): Promise<string[]> => {
  const rows = await shownWishes(db, userId).select('product_id').orderBy('wished_at', 'desc').execute();
  return rows.map(({ product_id }) => product_id);
};

/** Also what is sold out or expired, with whether somebody waits for it. */
export const listWishedProducts = (db: Database, userId: string, now: Date) =>
  productRows(db, { now, most: COUNTED_IN_A_LIST })
    .innerJoin('wishes', 'wishes.product_id', 'products.id')
    .where('wishes.user_id', '=', userId)
    .where('is_active', '=', true)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('stock_alerts')
          .select(sql.lit(1).as('one'))
          .whereRef('stock_alerts.product_id', '=', 'products.id')
          .where('stock_alerts.user_id', '=', userId)
          .where('stock_alerts.mailed_at', 'is', null),
      ).as('is_alert_set'),
    )
    .orderBy('wished_at', 'desc')
    .execute();

// Longer than the deletion of a product can be taken back.
const DELETED_DAYS = 1;

export const wishRetention: RetentionRule[] = [
  {
    name: 'wishes of closed accounts and for deleted products',
    async forget(db, now, batch) {
      const { numAffectedRows } = await sql`
        delete from wishes where (user_id, product_id) in (
          select wishes.user_id, wishes.product_id from wishes
          join users on users.id = wishes.user_id
          join products on products.id = wishes.product_id
          where users.closed_at is not null or products.deleted_at < ${daysAfter(now, -DELETED_DAYS)}
          limit ${batch})`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  },
];
