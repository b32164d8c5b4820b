import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const AT_ONCE = 100;

export type SlowClient = { socket: Socket; isOpen(): boolean; received(): string; gone: Promise<unknown> };

/** Opens connections that send the beginning of a request and then nothing. */
export async function openSlowClients(url: string, count: number, beginning: string): Promise<SlowClient[]> {
  const clients: SlowClient[] = [];
  while (clients.length < count) {
    const size = Math.min(AT_ONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: size }, () => openSlowClient(url, beginning)))));
  }
  return clients;
}

async function openSlowClient(url: string, beginning: string): Promise<SlowClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The server resets connections that time out.
  socket.on('error', () => {});
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  const gone = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.write(beginning, resolve));
  return { socket, isOpen: () => !socket.destroyed && !socket.readableEnded, received: () => received, gone };
}

export const closeSlowClients = async (clients: SlowClient[]): Promise<void> => {
  for (const { socket } of clients) socket.destroy();
  await Promise.all(clients.map(({ gone }) => gone));
};

/** A partial head, a partial body, and a form with a partial file. */
export const beginnings = {
  head: 'GET /api/v1/products HTTP/1.1\r\nHost: shop\r\nAccept: appl',
  body: [
    'POST /api/v1/auth/login HTTP/1.1',
    'Host: shop',
    'Content-Type: application/json',
    'Content-Length: 400',
    '',
    '{"email":"someone@exam',
  ].join('\r\n'),
  upload: (path: string, cookie: string, bytes: number) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: shop',
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=edge',
      `Content-Length: ${bytes * 2}`,
      '',
      '--edge',
      'Content-Disposition: form-data; name="images"; filename="a.png"',
      'Content-Type: image/png',
      '',
      'x'.repeat(bytes),
    ].join('\r\n'),
};
