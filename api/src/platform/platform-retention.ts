import { daysAfter, yearsBefore } from './clock.ts';
import { blanking, deleting, type RetentionRule } from './retention.ts';

const LONGEST_RATE_LIMIT_WINDOW_DAYS = 1;
// Entries about enquiries name their writers, so they are removed as early as the enquiries.
const AUDIT_YEARS = { contact: 3, others: 7 };

/** How long the audit log keeps address and device. */
export const TRACE_DAYS = 90;

export const platformRetention: RetentionRule[] = [
  deleting('counted hits', 'rate_limits', (row, now) =>
    row('window_start', '<', daysAfter(now, -LONGEST_RATE_LIMIT_WINDOW_DAYS)),
  ),
  // The entry stays; only address and device are removed.
  blanking('traces of the audit log', 'audit_log', { address: null, device: null }, (row, now) =>
    row.and([row('address', 'is not', null), row('at', '<', daysAfter(now, -TRACE_DAYS))]),
  ),
  deleting('audit log', 'audit_log', (row, now) =>
    row.or([
      row('at', '<', yearsBefore(now, AUDIT_YEARS.others)),
      row.and([row('subject_type', '=', 'contact'), row('at', '<', yearsBefore(now, AUDIT_YEARS.contact))]),
    ]),
  ),
];
