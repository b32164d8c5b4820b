import type { Mail, Mailer } from '../../platform/mail/mailer.ts';

export type RecordedMails = { mailer: Mailer; sent: Mail[]; to(address: string): Mail[] };

/** Stores mails in memory. Tests about mail delivery itself use a real SMTP server. */
export function recordMails(): RecordedMails {
  const sent: Mail[] = [];
  return {
    sent,
    to: (address) => sent.filter((mail) => mail.to === address),
    mailer: { send: async (mail) => void sent.push(mail), close: () => {} },
  };
}
