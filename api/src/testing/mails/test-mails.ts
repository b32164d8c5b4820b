import type { Mail, Mailer } from '../../platform/mail/mailer.ts';

export type RecordedMails = { mailer: Mailer; sent: Mail[]; to(address: string): Mail[] };

/** Keeps mails in memory for tests that are not about mail; those use a real SMTP server. */
export function recordMails(): RecordedMails {
  const sent: Mail[] = [];
  return {
    sent,
    to: (address) => sent.filter((mail) => mail.to === address),
    mailer: { send: async (mail) => void sent.push(mail), close: () => {} },
  };
}
