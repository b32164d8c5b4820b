import { newId } from '../../platform/ids.ts';

/** `mailId` is made with the job, so that every attempt of it sends the same Message-ID. */
export type AccountMail = { userId: string; mailId: string };
export type GuessesMail = { email: string; mailId: string };
export type ResetMail = { email: string; mailId: string; requestedAt: string };

export const accountMailJobs = {
  welcome: 'account-welcome-mail',
  passwordChanged: 'account-password-changed-mail',
  closed: 'account-closed-mail',
  resetLink: 'account-reset-link-mail',
  guesses: 'account-guesses-mail',
} as const;

/** The name and payload of each mail's job, as `enqueue` takes them. */
export const accountMails = {
  welcome: (userId: string): [string, AccountMail] => [accountMailJobs.welcome, { userId, mailId: newId() }],
  passwordChanged: (userId: string): [string, AccountMail] => [
    accountMailJobs.passwordChanged,
    { userId, mailId: newId() },
  ],
  closed: (userId: string): [string, AccountMail] => [accountMailJobs.closed, { userId, mailId: newId() }],
  guesses: (email: string): [string, GuessesMail] => [accountMailJobs.guesses, { email, mailId: newId() }],
  resetLink: (email: string, requestedAt: Date): [string, ResetMail] => [
    accountMailJobs.resetLink,
    { email, mailId: newId(), requestedAt: requestedAt.toISOString() },
  ],
};
