import { yearsBefore } from '../../platform/clock.ts';
import { deleting, type RetentionRule } from '../../platform/retention.ts';

const RESOLVED_YEARS = 3;

export const contactRetention: RetentionRule[] = [
  deleting('resolved enquiries', 'contacts', (row, now) =>
    row.and([row('is_resolved', '=', true), row('resolved_at', '<', yearsBefore(now, RESOLVED_YEARS))]),
  ),
];
