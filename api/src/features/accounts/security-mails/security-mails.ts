import { newId } from '../../../platform/ids.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { findOpenUser, listActiveOwners } from '../accounts.queries.ts';

/** What happened to an account that its owner should hear of, in case it was somebody else who did it. */
export type SecurityEvent =
  | 'new-device'
  | 'password-changed'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'access-changed'
  | 'codes-quota-met'
  | 'own-order-completed';

/** `mailId` is made with the job, so that every attempt of it sends the same Message-ID. */
export type SecurityMailJob = {
  recipientId: string;
  mailId: string;
  happening: SecurityEvent;
  /** Whose account it is about. */
  personId: string;
  at: string;
  /** In words, such as 'Chrome on Windows', or what somebody may do now. */
  detail?: string | undefined;
};
export const SECURITY_MAIL: JobName<SecurityMailJob> = 'account-security-notice-mail';

type News = { happening: SecurityEvent; personId: string; at: Date; detail?: string };

/** Tells whoever the ids name, inside the transaction that is the reason for it. */
export async function tell(db: Database, recipientIds: readonly string[], { at, ...news }: News): Promise<void> {
  for (const recipientId of recipientIds)
    await enqueue(db, SECURITY_MAIL, { recipientId, mailId: newId(), at: at.toISOString(), ...news });
}

/** Tells the person, and of an administrator every owner: one stolen desk concerns the whole shop. */
export async function mailPersonAndOwners(db: Database, news: News): Promise<void> {
  await tell(db, [news.personId], news);
  await mailOwnersAbout(db, news);
}

/** Nobody, unless the person is an administrator. */
export async function mailOwnersAbout(db: Database, news: News): Promise<void> {
  const person = await findOpenUser(db, news.personId);
  if (person?.role !== 'admin') return;
  const owners = await listActiveOwners(db);
  await tell(
    db,
    owners.map(({ id }) => id).filter((id) => id !== news.personId),
    news,
  );
}
