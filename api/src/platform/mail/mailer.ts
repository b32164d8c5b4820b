import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** A retry has the same `messageId`, so that receivers can drop the duplicate. */
export type Mail = { to: string; subject: string; html: string; text: string; messageId: string };

export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** `connectMs` is the timeout of each step up to the server's greeting, `silenceMs` of each silence after it. */
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

/** `log` gets only the path of a mail, because mails contain reset links and codes. */
type MailFolder = { folder: string; from: string; log(line: string): void };

/** Writes every mail to an `.eml` file, for a shop without a mail server. */
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

/** Sorts by time. The hash distinguishes mails of the same millisecond. */
function emlName({ messageId }: Mail): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  return `${time}-${createHash('sha256').update(messageId).digest('hex').slice(0, 12)}.eml`;
}

function message({ to, subject, html, text, messageId }: Mail, from: string) {
  return {
    from,
    // An address object is not parsed, so a comma in it cannot add a recipient.
    to: { name: '', address: oneLine(to) },
    subject: oneLine(subject),
    messageId: oneLine(messageId),
    html,
    text,
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Subjects contain customers' text, and a line break in it would start a new header. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
