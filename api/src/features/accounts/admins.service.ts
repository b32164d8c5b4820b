import { fail } from '../../platform/failure.ts';
import type { Database } from '../../tables.ts';
import { lockActiveAdmins } from './accounts.queries.ts';

/**
 * Refuses to let the last active administrator go. Call it inside the transaction that changes the account: the
 * administrators stay locked until it ends.
 */
export async function keepAnAdmin(db: Database, leavingId: string): Promise<void> {
  const admins = await lockActiveAdmins(db);
  if (admins.length === 1 && admins[0]?.id === leavingId) throw fail('lastAdmin');
}
