import type { Database } from '../../../tables.ts';

type Wish = { userId: string; productId: string };

/** A repeated wish keeps its place in the list. */
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

/** Hides inactive products but keeps their wishes, because they may become active again. */
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
