import type { ViewedList, ViewInput } from '@shop/contract/saved-views';
import { sql } from 'kysely';
import type { Database, Row } from '../../../tables.ts';

export type ViewRow = Pick<Row<'saved_views'>, 'id' | 'list' | 'name' | 'search'>;
const COLUMNS = ['id', 'list', 'name', 'search'] as const;

export const listViews = (db: Database, userId: string, list: ViewedList): Promise<ViewRow[]> =>
  db
    .selectFrom('saved_views')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .execute();

type NewView = ViewInput & { id: string; userId: string; now: Date };

/** A view with the same name (in any case) is replaced. */
export const upsertView = (db: Database, { id, userId, now, ...view }: NewView): Promise<ViewRow> =>
  db
    .insertInto('saved_views')
    .values({ id, user_id: userId, created_at: now, ...view })
    .onConflict((conflict) =>
      conflict
        .expression(sql`user_id, list, lower(name)`)
        .doUpdateSet((eb) => ({ name: eb.ref('excluded.name'), search: eb.ref('excluded.search') })),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export async function removeView(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
