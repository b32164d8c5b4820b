import { createElement } from 'react';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type LetterDeps, sendLetter } from '../../platform/mail/send-letter.ts';
import type { Database } from '../../tables.ts';
import { findContact } from './contact.queries.ts';
import { ACKNOWLEDGEMENT_MAIL, type AcknowledgementJob } from './contact-acknowledgement.ts';
import { ContactAcknowledgementMail } from './contact-mail.templates.tsx';

export function contactJobs({ db, ...deps }: LetterDeps & { db: Database }): Job[] {
  return [
    {
      name: ACKNOWLEDGEMENT_MAIL,
      lane: 'mail',
      run: async ({ contactId }: AcknowledgementJob) => {
        const contact = await findContact(db, contactId);
        if (!contact) return;
        const content = createElement(ContactAcknowledgementMail, {
          source: contact.source,
          subject: contact.subject,
          receivedAt: contact.created_at,
          publicUrl: deps.config.publicUrl,
        });
        await sendLetter(deps, {
          id: `contact-${contactId}`,
          to: contact.email,
          subject: contact.source === 'contact' ? 'We have received your message' : 'We have received your report',
          content,
        });
      },
    },
  ];
}
