import { daysAfter } from '../../platform/clock.ts';
import type { RetentionRule } from '../../platform/retention.ts';

// As long as somebody may still open the link in its mail.
const MAILED_DAYS = 90;

export const stockAlertRetention: RetentionRule[] = [
  {
    name: 'alerts that were answered',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('stock_alerts')
        .select('id')
        .where('mailed_at', '<', daysAfter(now, -MAILED_DAYS))
        .limit(batch);
      const { numDeletedRows } = await db.deleteFrom('stock_alerts').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
