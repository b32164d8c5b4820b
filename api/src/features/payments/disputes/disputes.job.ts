import { daysAfter } from '../../../platform/clock.ts';
import type { RefundDeps } from '../refunds/refunds.service.ts';
import { findDisputeRow, listUndecidedDisputes } from './disputes.queries.ts';
import { syncDispute } from './disputes.service.ts';

const LISTED_DAYS = 90;
const PAGE = 100;

/** Updates undecided disputes and finds new ones, in case their webhooks were lost. */
export async function syncDisputes(deps: RefundDeps): Promise<void> {
  const { db, clock, providers, log } = deps;
  const now = clock.now();
  let failure: unknown;
  // An unreadable dispute does not stop the others: the job fails at its end and is retried.
  const follow = (provider: string, disputeId: string) =>
    syncDispute(deps, provider, { disputeId, isActionRequired: false, at: now }).catch((error) => {
      log.warn({ err: error, dispute: disputeId }, 'a dispute could not be brought up to date');
      failure = error;
    });
  for (const { id, provider } of await listUndecidedDisputes(db)) await follow(provider, id);
  const { name, listDisputes } = providers.current;
  for (let skip = 0; ; skip += PAGE) {
    const listed = await listDisputes({ since: daysAfter(now, -LISTED_DAYS), count: PAGE, skip });
    // A page may be shorter than asked for, because unreadable entities are left out.
    if (listed.length === 0) break;
    for (const reported of listed) {
      const known = await findDisputeRow(db, reported.id);
      const isCurrent = known?.state === reported.state && known.deducted_paise === reported.deductedPaise;
      if (!isCurrent) await follow(name, reported.id);
    }
  }
  if (failure) throw failure;
}
