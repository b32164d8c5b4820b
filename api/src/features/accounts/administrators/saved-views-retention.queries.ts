import type { RetentionRule } from '../../../platform/retention.ts';

export const savedViewRetention: RetentionRule[] = [
  {
    name: 'views of closed accounts',
    async forget(db, _now, batch) {
      const left = db
        .selectFrom('saved_views')
        .innerJoin('users', 'users.id', 'saved_views.user_id')
        .select('saved_views.id')
        .where('users.closed_at', 'is not', null)
        .limit(batch);
      const { numDeletedRows } = await db.deleteFrom('saved_views').where('id', 'in', left).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
