import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type MailReceiver = {
  url: string;
  /** The first arrival of the delivery mail for each order. */
  arrivals: Map<string, Date>;
  /** Accepts connections and does not answer until it is resumed. */
  hangs: boolean;
  goOn(): void;
  stop(): Promise<void>;
};

const DELIVERY = /^Message-ID: <delivery-([^@]+)@/im;

/** A real SMTP server that records the arrival of each code. */
export async function openMailReceiver(): Promise<MailReceiver> {
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, _session, done) {
      const mail = await text(stream).catch(() => '');
      if (receiver.hangs) return;
      const orderId = DELIVERY.exec(mail)?.[1];
      if (orderId && !receiver.arrivals.has(orderId)) receiver.arrivals.set(orderId, new Date());
      done();
    },
  });
  // The test kills its clients.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  const receiver: MailReceiver = {
    url: `smtp://127.0.0.1:${port}`,
    arrivals: new Map(),
    hangs: false,
    goOn() {
      receiver.hangs = false;
      for (const socket of sockets) socket.destroy();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return receiver;
}
