import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** `messageId` is made with the mail, so that a retry carries the same one and receivers can drop the copy. */
export type Mail = { to: string; subject: string; html: string; text: string; messageId: string };

export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** `connectMs` bounds each step until the greeting has come, `silenceMs` every silence after it. */
type SmtpSettings = { url: string; from: string; connectMs: number; silenceMs: number };

export function createSmtpMailer({ url, from, connectMs, silenceMs }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from));
    },
    close: () => transport.close(),
  };
}

/** `log` hears where a mail was put and nothing of what is in it: mails carry reset links and codes. */
type MailFolder = { folder: string; from: string; log(line: string): void };

/** Keeps every mail as an `.eml` file, for a shop that has no mail server yet. */
export function createFileMailer({ folder, from, log }: MailFolder): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message: source } = await transport.sendMail(message(mail, from));
      const path = join(folder, emlName(mail));
      await writeFileAtomically(path, source, { folder: 0o700, file: 0o600 });
      log(`mail kept at ${relative('', path)}`);
    },
    close: () => transport.close(),
  };
}

/** Sorts by time; the hash tells mails of the same millisecond apart. */
function emlName({ messageId }: Mail): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  return `${time}-${createHash('sha256').update(messageId).digest('hex').slice(0, 12)}.eml`;
}

function message({ to, subject, html, text, messageId }: Mail, from: string) {
  return {
    from,
    // As an object the address is taken whole, so that a comma in it cannot add a recipient.
    to: { name: '', address: oneLine(to) },
    subject: oneLine(subject),
    messageId: oneLine(messageId),
    html,
    text,
    // Keeps out-of-office replies away.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Customers' words reach subjects, and a line break there would start a header of their own. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
