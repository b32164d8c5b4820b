import { createElement } from 'react';
import type { Job } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { renderMail } from '../../platform/mail/render-mail.ts';
import type { Database } from '../../tables.ts';
import { findContact } from './contact.queries.ts';
import { ACKNOWLEDGEMENT_JOB, type Acknowledgement } from './contact-acknowledgement.ts';
import { ContactAcknowledgementMail } from './contact-mail.templates.tsx';

export type ContactJobDeps = { db: Database; mailer: Mailer; config: { publicUrl: string } };

export function contactJobs({ db, mailer, config: { publicUrl } }: ContactJobDeps): Job[] {
  return [
    {
      name: ACKNOWLEDGEMENT_JOB,
      lane: 'mail',
      run: async ({ contactId, quotes }: Acknowledgement) => {
        const contact = await findContact(db, contactId);
        if (!contact) return;
        const content = createElement(ContactAcknowledgementMail, {
          source: contact.source,
          subject: contact.subject,
          quote: quotes ? contact.message : null,
          receivedAt: contact.created_at,
          publicUrl,
        });
        await mailer.send({
          to: contact.email,
          subject: contact.source === 'contact' ? 'We have received your message' : 'We have received your report',
          messageId: `<contact-${contactId}@${new URL(publicUrl).hostname}>`,
          ...(await renderMail(content)),
        });
      },
    },
  ];
}
