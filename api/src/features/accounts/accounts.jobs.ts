import { SHOP_NAME } from '@shop/contract/limits/limits';
import { createElement, type ReactElement } from 'react';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type LetterDeps, sendLetter } from '../../platform/mail/send-letter.ts';
import {
  AccountClosedMail,
  PasswordChangedMail,
  ResetLinkMail,
  WelcomeMail,
  WrongPasswordsMail,
} from './account-mail.templates.tsx';
import {
  type AccountMailJob,
  CLOSED_MAIL,
  PASSWORD_CHANGED_MAIL,
  RESET_MAIL,
  type ResetMailJob,
  WELCOME_MAIL,
  WRONG_PASSWORDS_MAIL,
  type WrongPasswordsMailJob,
} from './account-mails.ts';
import { findClosedUser, findOpenUser, findOpenUserByEmail } from './accounts.queries.ts';
import type { UserRow } from './accounts.rules.ts';
import { issueResetToken, type ResetLinkDeps } from './passwords/password-reset.service.ts';

type Letter = { mailId: string; user: UserRow; subject: string; content: ReactElement };

export type AccountJobDeps = ResetLinkDeps & LetterDeps;

/** Each job reads the account when it runs. If the account is closed by then, only the account-closed mail is sent. */
export function accountJobs(deps: AccountJobDeps): Job[] {
  const { db } = deps;
  const { publicUrl } = deps.config;

  const send = ({ mailId, user, subject, content }: Letter) =>
    sendLetter(deps, { id: `account-${mailId}`, to: user.email, subject, content });

  return [
    {
      name: WELCOME_MAIL,
      lane: 'mail',
      run: async ({ userId, mailId }: AccountMailJob) => {
        const user = await findOpenUser(db, userId);
        if (!user) return;
        const content = createElement(WelcomeMail, { name: user.name, publicUrl });
        await send({ mailId, user, content, subject: `Welcome to ${SHOP_NAME}` });
      },
    },
    {
      name: PASSWORD_CHANGED_MAIL,
      lane: 'mail',
      run: async ({ userId, mailId }: AccountMailJob) => {
        const user = await findOpenUser(db, userId);
        if (!user) return;
        const content = createElement(PasswordChangedMail, { name: user.name, publicUrl });
        await send({ mailId, user, content, subject: 'Your password was changed' });
      },
    },
    {
      name: CLOSED_MAIL,
      lane: 'mail',
      run: async ({ userId, mailId }: AccountMailJob) => {
        const user = await findClosedUser(db, userId);
        if (!user) return;
        const content = createElement(AccountClosedMail, { name: user.name, publicUrl });
        await send({ mailId, user, content, subject: 'Your account was closed' });
      },
    },
    {
      name: WRONG_PASSWORDS_MAIL,
      lane: 'mail',
      run: async ({ email, mailId }: WrongPasswordsMailJob) => {
        const user = await findOpenUserByEmail(db, email);
        if (!user?.active) return;
        const content = createElement(WrongPasswordsMail, { name: user.name, publicUrl });
        await send({ mailId, user, content, subject: 'Somebody is trying to sign in to your account' });
      },
    },
    {
      name: RESET_MAIL,
      lane: 'mail',
      run: async (request: ResetMailJob) => {
        const issued = await issueResetToken(deps, request);
        if (!issued) return;
        const { user, token } = issued;
        const content = createElement(ResetLinkMail, { name: user.name, publicUrl, token });
        await send({ mailId: request.mailId, user, content, subject: 'Reset your password' });
      },
    },
  ];
}
