import { daysAfter, yearsBefore } from '../../platform/clock.ts';
import { TRACE_DAYS } from '../../platform/platform-retention.ts';
import { blanking, deleting, type RetentionRule } from '../../platform/retention.ts';
import { DEVICE_DAYS } from './sign-in/devices.rules.ts';

const CLOSED_ACCOUNT_YEARS = 5;
// Longer than a mail job can be retried: without the used row, a late retry could create the token again.
const RESET_TOKEN_DAYS = 7;

export const accountRetention: RetentionRule[] = [
  deleting('sign-ins', 'sign_ins', (row, now) => row('at', '<', daysAfter(now, -TRACE_DAYS))),
  deleting('expired sessions', 'sessions', (row, now) => row('expires_at', '<=', now)),
  deleting('sign-ins that were not finished', 'sign_in_tickets', (row, now) => row('expires_at', '<=', now)),
  deleting('devices not seen for longer than their cookie lives', 'known_devices', (row, now) =>
    row('last_seen_at', '<', daysAfter(now, -DEVICE_DAYS)),
  ),
  deleting('old reset tokens', 'reset_tokens', (row, now) => row('expires_at', '<', daysAfter(now, -RESET_TOKEN_DAYS))),
  // Orders and the audit log reference the row, so only the personal data is removed.
  blanking(
    'closed accounts',
    'users',
    { name: 'Closed account', email: '', mobile: null, password_hash: '' },
    (row, now) => row.and([row('closed_at', '<', yearsBefore(now, CLOSED_ACCOUNT_YEARS)), row('email', '<>', '')]),
  ),
];
