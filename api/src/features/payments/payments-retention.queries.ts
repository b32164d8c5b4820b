import { daysAfter } from '../../platform/clock.ts';
import type { RetentionRule } from '../../platform/retention.ts';

// The provider repeats a notice for a day; they are kept longer only to look into complaints.
const NOTICE_DAYS = 90;

export const paymentRetention: RetentionRule[] = [
  {
    // They carry the payer's address and number.
    name: "the provider's notices",
    async forget(db, now, batch) {
      const old = db
        .selectFrom('provider_events')
        .select('id')
        .where('received_at', '<', daysAfter(now, -NOTICE_DAYS))
        .where('processed_at', 'is not', null)
        .limit(batch);
      const { numDeletedRows } = await db.deleteFrom('provider_events').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
