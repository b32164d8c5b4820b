import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { reservePort } from '../servers/reserved-port.ts';
import { readMail } from './read-mail.ts';

/** What becomes of a mail once its last byte has arrived. */
type Behaviour = 'keep' | 'die' | 'stall';

export type UnreliableMailbox = {
  url: string;
  /** Everything that arrived whole, answered or not. */
  received: Email[];
  behaviour: Behaviour;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** A real SMTP server on one port that can be away, die after DATA, or fall silent. */
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
