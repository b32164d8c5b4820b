import { daysAfter, yearsBefore } from './clock.ts';
import type { RetentionRule } from './retention.ts';

const LONGEST_WINDOW_DAYS = 1;
// What was done to enquiries names the people who wrote them, and goes when the enquiries go.
const AUDIT_YEARS = { contact: 3, others: 7 };

/** How long it is known where an act came from. */
export const TRACE_DAYS = 90;

export const platformRetention: RetentionRule[] = [
  {
    name: 'counted hits',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('rate_limits')
        .select(['key', 'window_start'])
        .where('window_start', '<', daysAfter(now, -LONGEST_WINDOW_DAYS))
        .limit(batch);
      const { numDeletedRows } = await db
        .deleteFrom('rate_limits')
        .where(({ eb, refTuple }) => eb(refTuple('key', 'window_start'), 'in', old.$asTuple('key', 'window_start')))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    // What was done stays; where from does not.
    name: 'traces of the audit log',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('audit_log')
        .select('id')
        .where('address', 'is not', null)
        .where('at', '<', daysAfter(now, -TRACE_DAYS))
        .limit(batch);
      const { numUpdatedRows } = await db
        .updateTable('audit_log')
        .set({ address: null, device: null })
        .where('id', 'in', old)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  },
  {
    name: 'audit log',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('audit_log')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('at', '<', yearsBefore(now, AUDIT_YEARS.others)),
            eb.and([eb('subject_type', '=', 'contact'), eb('at', '<', yearsBefore(now, AUDIT_YEARS.contact))]),
          ]),
        )
        .limit(batch);
      const { numDeletedRows } = await db.deleteFrom('audit_log').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
