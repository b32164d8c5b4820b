import { daysAfter, yearsBefore } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { TRACE_DAYS } from '../../platform/platform-retention.ts';
import { blanking, type RetentionRule } from '../../platform/retention.ts';

const TRANSACTION_YEARS = 7;

export const orderRetention: RetentionRule[] = [
  // The time of a reveal stays; its address and device do not.
  blanking('traces of reveals', 'reveals', { address: null, device: null }, (row, now) =>
    row.and([row('address', 'is not', null), row('revealed_at', '<', daysAfter(now, -TRACE_DAYS))]),
  ),
  {
    // The sale and its amount stay in the books; the buyer does not.
    name: 'buyers of old orders',
    forget: (database, now, batch) =>
      inTransaction(database, async (db) => {
        const due = await db
          .selectFrom('orders')
          .select('id')
          .where('created_at', '<', yearsBefore(now, TRANSACTION_YEARS))
          .where('buyer_id', 'is not', null)
          .limit(batch)
          .forUpdate()
          .execute();
        const ids = due.map(({ id }) => id);
        if (ids.length === 0) return 0;
        await db.updateTable('reveals').set({ user_id: null }).where('order_id', 'in', ids).execute();
        await db
          .updateTable('orders')
          .set({ buyer_id: null, idempotency_key: null, idempotency_hash: null })
          .where('id', 'in', ids)
          .execute();
        return ids.length;
      }),
  },
];
