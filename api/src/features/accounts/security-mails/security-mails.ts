import { newId } from '../../../platform/ids.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { findOpenUser, listActiveOwners } from '../accounts.queries.ts';

/** Changes to an account that its user must learn about, because an attacker may have made them. */
export type SecurityMailKind =
  | 'new-device'
  | 'password-changed'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'access-changed'
  | 'codes-quota-met'
  | 'own-order-completed';

/** `mailId` is created with the job, so that each attempt sends the same Message-ID. */
export type SecurityMailJob = {
  recipientId: string;
  mailId: string;
  /** This name is stored in waiting jobs, which must still run after an upgrade. */
  happening: SecurityMailKind;
  /** The user whose account the mail is about. */
  personId: string;
  at: string;
  /** Readable text, such as 'Chrome on Windows' or the new permissions. */
  detail?: string | undefined;
};
export const SECURITY_MAIL: JobName<SecurityMailJob> = 'account-security-notice-mail';

type SecurityMailInput = { kind: SecurityMailKind; personId: string; at: Date; detail?: string };

/** Call it in the transaction that makes the change: the mails are sent only if the change is committed. */
export async function mailUsers(
  db: Database,
  recipientIds: readonly string[],
  { kind, at, ...mail }: SecurityMailInput,
): Promise<void> {
  for (const recipientId of recipientIds)
    await enqueue(db, SECURITY_MAIL, {
      recipientId,
      mailId: newId(),
      at: at.toISOString(),
      happening: kind,
      ...mail,
    });
}

/** Mails the person. If the person is an admin, every owner gets the mail too: a stolen admin account endangers the shop. */
export async function mailPersonAndOwners(db: Database, mail: SecurityMailInput): Promise<void> {
  await mailUsers(db, [mail.personId], mail);
  await mailOwnersAboutAdmin(db, mail);
}

/** Sends nothing if the person is not an admin. */
export async function mailOwnersAboutAdmin(db: Database, mail: SecurityMailInput): Promise<void> {
  const person = await findOpenUser(db, mail.personId);
  if (person?.role !== 'admin') return;
  const owners = await listActiveOwners(db);
  await mailUsers(
    db,
    owners.map(({ id }) => id).filter((id) => id !== mail.personId),
    mail,
  );
}
