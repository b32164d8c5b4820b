import { daysAfter, yearsBefore } from '../../platform/clock.ts';
import { TRACE_DAYS } from '../../platform/platform-retention.ts';
import type { RetentionRule } from '../../platform/retention.ts';
import { DEVICE_DAYS } from './devices.rules.ts';

const CLOSED_ACCOUNT_YEARS = 5;
// Longer than a mail job lives: until then a used token must be remembered, or a late attempt could bring it back.
const RESET_TOKEN_DAYS = 7;

export const accountRetention: RetentionRule[] = [
  {
    name: 'sign-ins',
    async forget(db, now, batch) {
      const old = db.selectFrom('sign_ins').select('id').where('at', '<', daysAfter(now, -TRACE_DAYS)).limit(batch);
      const { numDeletedRows } = await db.deleteFrom('sign_ins').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    name: 'expired sessions',
    async forget(db, now, batch) {
      const expired = db.selectFrom('sessions').select('id_hash').where('expires_at', '<=', now).limit(batch);
      const { numDeletedRows } = await db.deleteFrom('sessions').where('id_hash', 'in', expired).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    name: 'sign-ins that were not finished',
    async forget(db, now, batch) {
      const expired = db.selectFrom('sign_in_tickets').select('token_hash').where('expires_at', '<=', now).limit(batch);
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_tickets')
        .where('token_hash', 'in', expired)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    name: 'devices not seen for longer than their cookie lives',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('known_devices')
        .select('token_hash')
        .where('last_seen_at', '<', daysAfter(now, -DEVICE_DAYS))
        .limit(batch);
      const { numDeletedRows } = await db
        .deleteFrom('known_devices')
        .where('token_hash', 'in', old)
        .where('last_seen_at', '<', daysAfter(now, -DEVICE_DAYS))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    name: 'old reset tokens',
    async forget(db, now, batch) {
      const old = db
        .selectFrom('reset_tokens')
        .select('user_id')
        .where('expires_at', '<', daysAfter(now, -RESET_TOKEN_DAYS))
        .limit(batch);
      const { numDeletedRows } = await db.deleteFrom('reset_tokens').where('user_id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    // The row stays, without the person: orders and the audit log point at it.
    name: 'closed accounts',
    async forget(db, now, batch) {
      const due = db
        .selectFrom('users')
        .select('id')
        .where('closed_at', '<', yearsBefore(now, CLOSED_ACCOUNT_YEARS))
        .where('email', '<>', '')
        .limit(batch);
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ name: 'Closed account', email: '', mobile: null, password_hash: '' })
        .where('id', 'in', due)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  },
];
