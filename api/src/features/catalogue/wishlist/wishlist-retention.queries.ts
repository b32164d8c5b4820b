import { sql } from 'kysely';
import { daysAfter } from '../../../platform/clock.ts';
import type { RetentionRule } from '../../../platform/retention.ts';

// Longer than the time in which the deletion of a product can be undone.
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
