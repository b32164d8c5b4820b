import { daysAfter } from '../../../platform/clock.ts';
import { deleting, type RetentionRule } from '../../../platform/retention.ts';

// The link in the mail must work for a while.
const MAILED_DAYS = 90;

export const stockAlertRetention: RetentionRule[] = [
  deleting('alerts that were answered', 'stock_alerts', (row, now) =>
    row('mailed_at', '<', daysAfter(now, -MAILED_DAYS)),
  ),
];
