import { daysAfter } from '../../platform/clock.ts';
import { deleting, type RetentionRule } from '../../platform/retention.ts';

// The provider repeats an event for a day. Events are kept longer to look into complaints.
const EVENT_DAYS = 90;

export const paymentRetention: RetentionRule[] = [
  // Events contain the payer's email address and phone number.
  deleting("the provider's notices", 'provider_events', (row, now) =>
    row.and([row('received_at', '<', daysAfter(now, -EVENT_DAYS)), row('processed_at', 'is not', null)]),
  ),
];
