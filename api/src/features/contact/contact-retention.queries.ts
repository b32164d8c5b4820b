import { yearsBefore } from '../../platform/clock.ts';
import type { RetentionRule } from '../../platform/retention.ts';

const RESOLVED_YEARS = 3;

export const contactRetention: RetentionRule[] = [
  {
    name: 'resolved enquiries',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('contacts')
        .select('id')
        .where('is_resolved', '=', true)
        .where('resolved_at', '<', yearsBefore(now, RESOLVED_YEARS))
        .limit(batch);
      const { numDeletedRows } = await db.deleteFrom('contacts').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
