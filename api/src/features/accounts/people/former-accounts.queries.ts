import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';

/**
 * Finds a closed account of this address by email or by hash, because retention removes the email after some years.
 * An account with a hash comes first.
 */
export const findFormerAccount = (
  db: Database,
  address: string,
  hashes: readonly Buffer[],
): Promise<{ person: Buffer | null } | undefined> =>
  db
    .selectFrom('users')
    .select('person')
    .where('closed_at', 'is not', null)
    .where(({ or, eb }) => or([eb(sql`lower(email)`, '=', address), sql<boolean>`person = any(${hashes}::bytea[])`]))
    .orderBy(sql`person is null`)
    .limit(1)
    .executeTakeFirst();

/** Adds the hash to closed accounts of this address that have none. */
export async function updateFormerAccountHashes(db: Database, address: string, person: Buffer): Promise<void> {
  await db
    .updateTable('users')
    .set({ person })
    .where('closed_at', 'is not', null)
    .where(sql`lower(email)`, '=', address)
    .where('person', 'is', null)
    .execute();
}
