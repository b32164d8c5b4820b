import { createElement } from 'react';
import type { Job } from '../../platform/jobs.ts';
import { mailTime } from '../../platform/mail/mail-dates.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/render-mail.ts';
import type { Database } from '../../tables.ts';
import { findOpenUser } from './accounts.queries.ts';
import { SecurityNoticeMail, subjectOf } from './security-notice.templates.tsx';
import { SECURITY_NOTICE_JOB, type SecurityNotice } from './security-notices.ts';

export type SecurityNoticeDeps = { db: Database; mailer: Mailer; config: { publicUrl: string } };

/** Dropped when either account was closed meanwhile. */
export const securityNoticeJob = ({ db, mailer, config: { publicUrl } }: SecurityNoticeDeps): Job => ({
  name: SECURITY_NOTICE_JOB,
  lane: 'mail',
  run: async ({ recipientId, personId, mailId, happening, detail = '', at }: SecurityNotice) => {
    const recipient = await findOpenUser(db, recipientId);
    const person = await findOpenUser(db, personId);
    if (!recipient || !person) return;
    const when = `${mailTime(new Date(at))} (India)`;
    const notice = { happening, recipient, person, detail, when, publicUrl };
    await mailer.send({
      to: recipient.email,
      subject: subjectOf(notice),
      messageId: `<account-${mailId}@${new URL(publicUrl).hostname}>`,
      ...(await renderMail(createElement(SecurityNoticeMail, notice))),
    });
  },
});
