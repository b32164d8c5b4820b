import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { reservePort } from '../servers/reserved-port.ts';
import { readMail } from './read-mail.ts';

/** The reaction after the last byte of a mail: answer, break the connection, or never answer. */
type Behaviour = 'keep' | 'die' | 'stall';

export type UnreliableMailbox = {
  url: string;
  /** All completely received mails, whether or not they were answered. */
  received: Email[];
  behaviour: Behaviour;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** A real SMTP server that can be down, break the connection after DATA, or never answer. */
export async function createUnreliableMailbox(): Promise<UnreliableMailbox> {
  const sockets = new Set<Socket>();
  let server: SMTPServer;
  const port = await reservePort();
  const mailbox: UnreliableMailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    behaviour: 'keep',
    async open() {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        logger: false,
        async onData(stream, _session, done) {
          const mail = await readMail(stream);
          if (!mail) return;
          mailbox.received.push(mail);
          if (mailbox.behaviour === 'keep') done();
          if (mailbox.behaviour === 'die') for (const socket of sockets) socket.destroy();
        },
      });
      server.on('error', () => {});
      server.server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await mailbox.open();
  return mailbox;
}
