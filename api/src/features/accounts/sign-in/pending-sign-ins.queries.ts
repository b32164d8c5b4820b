import type { Database } from '../../../tables.ts';
import type { TicketPurpose } from '../accounts.tables.ts';

type Ticket = { tokenHash: Buffer; purpose: TicketPurpose };

export async function insertTicket(
  db: Database,
  { tokenHash, purpose, userId, expiresAt }: Ticket & { userId: string | null; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_tickets')
    .values({ token_hash: tokenHash, purpose, user_id: userId, expires_at: expiresAt })
    .execute();
}

export const findTicket = (
  db: Database,
  { tokenHash, purpose }: Ticket,
  now: Date,
): Promise<{ user_id: string | null } | undefined> =>
  db
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses the ticket up; of many who present it at once, one does. */
export const claimTicket = (
  db: Database,
  { tokenHash, purpose }: Ticket,
  now: Date,
): Promise<{ user_id: string | null } | undefined> =>
  db
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
