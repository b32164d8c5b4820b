import type { User } from '@shop/contract/accounts';
import { limit, type RateLimitDeps } from '../../platform/rate-limit.ts';
import { listActiveOwners } from './accounts.queries.ts';
import { tell } from './security-notices.ts';

export type CodeQuotaDeps = RateLimitDeps & { config: { CODES_SHOWN_PER_HOUR: number } };

/**
 * Counts a code that an administrator has shown to them, and refuses it once there were too many within the hour: a
 * stolen session would else read the whole shelf. All owners hear of it, once an hour.
 */
export async function countCodeShown(deps: CodeQuotaDeps, { _id }: User): Promise<void> {
  const rule = { max: deps.config.CODES_SHOWN_PER_HOUR, windowMinutes: 60 };
  const { isLast, max } = await limit(deps, `codes-shown:${_id}`, rule);
  if (!isLast) return;
  const owners = await listActiveOwners(deps.db);
  await tell(
    deps.db,
    owners.map(({ id }) => id),
    { happening: 'codes-quota-met', personId: _id, at: deps.clock.now(), detail: String(max) },
  );
}
