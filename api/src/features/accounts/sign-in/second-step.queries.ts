import type { Database } from '../../../tables.ts';
import { lockedForEntry } from '../accounts.queries.ts';
import type { TicketPurpose } from '../accounts.tables.ts';

type Entry = { userId: string; passwordHash: string };
type SecondStep = Entry & { tokenHash: Buffer; expiresAt: Date };

export async function lockEntry(db: Database, entry: Entry): Promise<void> {
  await lockedForEntry(db, entry).select('users.id').execute();
}

/** For whoever has just proved to know the password with this hash. */
export async function claimSecondStep(
  db: Database,
  { tokenHash, userId, passwordHash, expiresAt }: SecondStep,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sign_in_tickets')
    .columns(['token_hash', 'purpose', 'user_id', 'expires_at'])
    .expression(
      lockedForEntry(db, { userId, passwordHash }).select((eb) => [
        eb.val(tokenHash).as('token_hash'),
        eb.cast<TicketPurpose>(eb.val('second-step'), 'text').as('purpose'),
        'users.id',
        eb.cast<Date>(eb.val(expiresAt), 'timestamptz').as('expires_at'),
      ]),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
