import type { Database } from '../tables.ts';
import { only, plannedOnce } from './database/planned-once.ts';

type Window = { key: string; windowStart: Date };

/** Counts one hit and returns the new total. A single statement, so that concurrent hits are all counted. */
export const countHit = only(
  plannedOnce((db, { key, windowStart }: Window) =>
    db
      .insertInto('rate_limits')
      .values({ key, window_start: windowStart, hits: 1 })
      .onConflict((conflict) =>
        conflict.columns(['key', 'window_start']).doUpdateSet((eb) => ({ hits: eb('rate_limits.hits', '+', 1) })),
      )
      .returning('hits')
      .compile(),
  ),
);

export async function takeBackHit(db: Database, { key, windowStart }: Window): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .where('hits', '>', 0)
    .execute();
}

export async function removeHits(db: Database, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}
