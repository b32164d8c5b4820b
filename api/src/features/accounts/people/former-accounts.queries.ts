import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';

/** A closed account of this address, one that has a hash first: the address itself is forgotten after some years. */
export const findFormerAccount = (
  db: Database,
  address: string,
  prints: readonly Buffer[],
): Promise<{ person: Buffer | null } | undefined> =>
  db
    .selectFrom('users')
    .select('person')
    .where('closed_at', 'is not', null)
    .where(({ or, eb }) => or([eb(sql`lower(email)`, '=', address), sql<boolean>`person = any(${prints}::bytea[])`]))
    .orderBy(sql`person is null`)
    .limit(1)
    .executeTakeFirst();

/** Closed before accounts had a hash. */
export async function updateFormerAccountHashes(db: Database, address: string, person: Buffer): Promise<void> {
  await db
    .updateTable('users')
    .set({ person })
    .where('closed_at', 'is not', null)
    .where(sql`lower(email)`, '=', address)
    .where('person', 'is', null)
    .execute();
}
