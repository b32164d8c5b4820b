import type { User } from '@shop/contract/accounts/accounts';
import { type Hit, limit, type RateLimitDeps, recordHit } from '../../../platform/rate-limit.ts';
import type { Database } from '../../../tables.ts';
import { listActiveOwners } from '../accounts.queries.ts';
import { mailOwnersAboutAdmin, mailUsers } from '../security-mails/security-mails.ts';

export type CodeQuotaDeps = RateLimitDeps & { config: { CODES_SHOWN_PER_HOUR: number } };
type Actor = Pick<User, '_id'>;

const quotaOf = ({ config }: CodeQuotaDeps, { _id }: Actor) =>
  [`codes-shown:${_id}`, { max: config.CODES_SHOWN_PER_HOUR, windowMinutes: 60 }] as const;

/**
 * Counts each code that an admin opens, and refuses more than the quota per hour. Otherwise a stolen session could read
 * the whole stock. All owners get one mail per hour when the quota is used up.
 */
export async function countCodeShown(deps: CodeQuotaDeps, actor: Actor): Promise<void> {
  const { isLast, max } = await limit(deps, ...quotaOf(deps, actor));
  if (isLast) await mailAllOwners(deps, actor, max);
}

/**
 * Counts the codes of an order that an admin delivers by hand against the same quota. The call fails only if the quota is
 * already used up: one large order may exceed it. Call `giveBack` if the delivery fails.
 */
export async function countCodesDelivered(
  deps: CodeQuotaDeps,
  actor: Actor,
  codes: number,
): Promise<{ giveBack(): Promise<void> }> {
  const first = await limit(deps, ...quotaOf(deps, actor));
  const hits: Hit[] = [first];
  let isQuotaMet = first.isLast;
  while (hits.length < codes) {
    const next = await recordHit(deps, ...quotaOf(deps, actor));
    hits.push(next);
    isQuotaMet ||= next.isWithin && next.isLast;
  }
  if (isQuotaMet) await mailAllOwners(deps, actor, first.max);
  return {
    giveBack: async () => {
      for (const hit of hits) await hit.giveBack();
    },
  };
}

/** Call it in the transaction in which an owner delivers an order of their own. The other owners get a mail. */
export const mailOwnersAboutOwnOrder = (db: Database, { _id }: Actor, { order, at }: { order: string; at: Date }) =>
  mailOwnersAboutAdmin(db, { kind: 'own-order-completed', personId: _id, at, detail: order });

async function mailAllOwners(deps: CodeQuotaDeps, { _id }: Actor, max: number): Promise<void> {
  const owners = await listActiveOwners(deps.db);
  await mailUsers(
    deps.db,
    owners.map(({ id }) => id),
    { kind: 'codes-quota-met', personId: _id, at: deps.clock.now(), detail: String(max) },
  );
}
