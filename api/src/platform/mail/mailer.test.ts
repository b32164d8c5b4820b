import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reservePort } from '../../testing/servers/reserved-port.ts';
import { createFileMailer, createSmtpMailer, type Mail } from './mailer.ts';

const from = 'Digital Goods Marketplace <shop@example.com>';
const mail: Mail = {
  to: 'asha@example.com',
  subject: 'Your order ₹500',
  html: '<p>Secret-token-1 ₹500</p>',
  text: 'Secret-token-1 ₹500',
  messageId: '<order-1@example.com>',
};

const PATIENT = { connectMs: 30_000, silenceMs: 30_000 };

const headerNames = (source: Buffer | string) =>
  String(source)
    .split('\r\n\r\n', 1)[0]
    ?.split(/\r\n(?![ \t])/)
    .map((line) => line.split(':', 1)[0]?.toLowerCase());

type Received = { source: Buffer; recipients: string[] };

describe('over SMTP', () => {
  const received: Received[] = [];
  let server: SMTPServer;
  let url: string;

  beforeEach(async () => {
    received.length = 0;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, done) {
        buffer(stream).then((source) => {
          received.push({ source, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          // The server stores the first mail with the subject 'lost answer', but does not acknowledge it.
          const isLost = source.includes('lost answer') && received.length === 1;
          done(isLost ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
        }, done);
      },
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((closed) => server.close(() => closed())));

  const send = (changes: Partial<Mail> = {}) =>
    createSmtpMailer({ url, from, ...PATIENT }).send({ ...mail, ...changes });

  it('a mail arrives at its one recipient as HTML and plain text', async () => {
    await send();
    expect(received).toHaveLength(1);
    expect(received[0]?.recipients).toEqual(['asha@example.com']);
    const parsed = await PostalMime.parse(received[0]?.source ?? '');
    expect(parsed).toMatchObject({
      subject: mail.subject,
      messageId: mail.messageId,
      from: { name: 'Digital Goods Marketplace', address: 'shop@example.com' },
    });
    expect(parsed.html).toContain('₹500');
    expect(parsed.text).toContain('₹500');
    // Autoresponders do not answer mails with this header.
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it('a mail that is sent again has the same Message-ID', async () => {
    await expect(send({ subject: 'lost answer' })).rejects.toMatchObject({ responseCode: 451 });
    await send({ subject: 'lost answer' });
    const ids = await Promise.all(received.map(async ({ source }) => (await PostalMime.parse(source)).messageId));
    expect(ids).toEqual([mail.messageId, mail.messageId]);
  });

  it.each(['\r\n', '\n', '\r', '\0', '\u0085'])('%j in a subject does not start a new header', async (lineBreak) => {
    await send({ subject: `Hello${lineBreak}Bcc: victim@example.com${lineBreak}${lineBreak}body` });
    expect(received[0]?.recipients).toEqual(['asha@example.com']);
    expect(headerNames(received[0]?.source ?? '')).not.toContain('bcc');
    expect((await PostalMime.parse(received[0]?.source ?? '')).subject).toBe('Hello Bcc: victim@example.com body');
  });

  it.each(['asha@example.com, victim@example.com', 'asha@example.com\r\nBcc: victim@example.com'])(
    'the address %j never adds a second recipient',
    async (to) => {
      await send({ to }).catch(() => undefined);
      const recipients = received.flatMap((message) => message.recipients);
      expect(recipients).not.toContain('victim@example.com');
      for (const { source } of received) expect(headerNames(source)).not.toContain('bcc');
    },
  );
});

describe('when the mail server is in trouble', () => {
  it('a mailer fails at once when nothing listens', async () => {
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${await reservePort()}`, from, ...PATIENT });
    await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  });

  it.each([
    ['says nothing', '', { connectMs: 300 }],
    // A server may need longer to acknowledge a mail than to greet. Giving up too early sends the mail twice.
    ['greets and then says nothing', '220 ready\r\n', { silenceMs: 300 }],
  ])('a mailer times out on a server that %s, by the timeout of that phase', async (_name, greeting, time) => {
    const silent = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(greeting);
    });
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const started = performance.now();
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, ...PATIENT, ...time });
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    // The library's own timeouts are 30 seconds and more.
    expect(performance.now() - started).toBeLessThan(20_000);
    await new Promise((done) => silent.close(done));
  });
});

describe('into a folder', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'mail-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('a kept mail is complete, readable by its owner only, and logged by its path', async () => {
    const lines: string[] = [];
    const folder = join(parent, 'mail');
    await createFileMailer({ folder, from, log: (line) => lines.push(line) }).send(mail);

    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{12}\.eml$/)]);
    const path = join(folder, names[0] ?? '');
    const parsed = await PostalMime.parse(await readFile(path));
    expect(parsed).toMatchObject({ subject: mail.subject, messageId: mail.messageId, to: [{ address: mail.to }] });
    expect(parsed.html).toContain('Secret-token-1 ₹500');
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    expect(lines).toEqual([expect.stringMatching(/^mail kept at .*\.eml$/)]);
    expect(lines[0]).toContain(names[0]);
    expect(lines.join()).not.toContain('Secret-token-1');
  });

  it('two mails of the same moment get different files', async () => {
    const mailer = createFileMailer({ folder: parent, from, log: () => undefined });
    await Promise.all([mailer.send(mail), mailer.send({ ...mail, messageId: '<order-2@example.com>' })]);
    expect(await readdir(parent)).toHaveLength(2);
  });
});
