import { daysAfter } from '../../platform/clock.ts';
import { deleting, type RetentionRule } from '../../platform/retention.ts';

// The provider repeats a notice for a day; they are kept longer only to look into complaints.
const NOTICE_DAYS = 90;

export const paymentRetention: RetentionRule[] = [
  // They carry the payer's address and number.
  deleting("the provider's notices", 'provider_events', (row, now) =>
    row.and([row('received_at', '<', daysAfter(now, -NOTICE_DAYS)), row('processed_at', 'is not', null)]),
  ),
];
