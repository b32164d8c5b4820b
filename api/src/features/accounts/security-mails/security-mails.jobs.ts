import { createElement } from 'react';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { mailTime } from '../../../platform/mail/mail-dates.ts';
import { type LetterDeps, sendLetter } from '../../../platform/mail/send-letter.ts';
import type { Database } from '../../../tables.ts';
import { findOpenUser } from '../accounts.queries.ts';
import { SecurityMail, subjectOf } from './security-mail.templates.tsx';
import { SECURITY_MAIL, type SecurityMailJob } from './security-mails.ts';

/** Sends nothing if the account of the recipient or of the person was closed after the job was queued. */
export const securityMailJob = ({ db, ...deps }: LetterDeps & { db: Database }): Job => ({
  name: SECURITY_MAIL,
  lane: 'mail',
  run: async ({ recipientId, personId, mailId, happening: kind, detail = '', at }: SecurityMailJob) => {
    const recipient = await findOpenUser(db, recipientId);
    const person = await findOpenUser(db, personId);
    if (!recipient || !person) return;
    const when = `${mailTime(new Date(at))} (India)`;
    const mail = { kind, recipient, person, detail, when, publicUrl: deps.config.publicUrl };
    await sendLetter(deps, {
      id: `account-${mailId}`,
      to: recipient.email,
      subject: subjectOf(mail),
      content: createElement(SecurityMail, mail),
    });
  },
});
