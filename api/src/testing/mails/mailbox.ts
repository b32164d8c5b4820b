import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { readMail } from './read-mail.ts';

export type Mailbox = {
  url: string;
  received: Email[];
  /** Resolves with every mail to the address as soon as there is one. */
  waitForMailTo(address: string): Promise<Email[]>;
  close(): Promise<void>;
};

/** A real SMTP server that stores the received mails in memory. */
export async function createMailbox(): Promise<Mailbox> {
  const received: Email[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, _session, done) {
      const mail = await readMail(stream);
      if (!mail) return;
      received.push(mail);
      done();
      for (const look of waiting) look();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mailsTo = (recipient: string) =>
    received.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === recipient.toLowerCase()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    waitForMailTo: (recipient) =>
      new Promise((resolve) => {
        const look = () => {
          const mails = mailsTo(recipient);
          if (mails.length === 0) return;
          waiting.delete(look);
          resolve(mails);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
