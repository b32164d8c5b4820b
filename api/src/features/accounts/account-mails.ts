import type { JobName } from '../../platform/jobs/jobs.ts';

/** `mailId` is created with the job, so that each attempt sends the same Message-ID. */
export type AccountMailJob = { userId: string; mailId: string };
export type WrongPasswordsMailJob = { email: string; mailId: string };
export type ResetMailJob = { email: string; mailId: string; requestedAt: string };

export const WELCOME_MAIL: JobName<AccountMailJob> = 'account-welcome-mail';
export const PASSWORD_CHANGED_MAIL: JobName<AccountMailJob> = 'account-password-changed-mail';
export const CLOSED_MAIL: JobName<AccountMailJob> = 'account-closed-mail';
export const WRONG_PASSWORDS_MAIL: JobName<WrongPasswordsMailJob> = 'account-guesses-mail';
export const RESET_MAIL: JobName<ResetMailJob> = 'account-reset-link-mail';
