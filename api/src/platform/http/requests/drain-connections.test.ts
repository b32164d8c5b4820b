import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { disableKeepAlive, drainConnections, drainConnectionsOnClose } from './drain-connections.ts';

let app: FastifyInstance;
let answer: () => void;
const open = async (drainMs?: number) => {
  app = fastify();
  drainConnectionsOnClose(app, drainMs);
  app.get('/slow', () => new Promise((resolve) => (answer = () => resolve('answered'))));
  app.post('/form', async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
};
beforeEach(() => open());
afterEach(() => vi.useRealTimers());

async function say(text: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const arrived = once(app.server, 'connection');
  await once(socket, 'connect');
  await arrived;
  if (text) socket.write(text);
  return socket.resume();
}

it.each([
  ['has said nothing', ''],
  ['sent half a head', 'GET /slow HTTP/1.1\r\nHost: a\r\nX-Half:'],
])('the server closes although a client %s', async (_, text) => {
  const socket = await say(text);
  await Promise.all([once(socket, 'close'), app.close()]);
});

it('a closing server answers the requests under way', async () => {
  const asked = once(app.server, 'request');
  const reply = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/slow`);
  await asked;
  const bystander = await say('');
  const closing = app.close();
  await once(bystander, 'close');
  answer();
  expect(await (await reply).text()).toBe('answered');
  await closing;
});

it('a closing server answers all pipelined requests of a connection', async () => {
  const asked = once(app.server, 'request');
  const socket = await say(
    'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nPOST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
  );
  const replies = text(socket);
  await asked;
  const bystander = await say('');
  const closing = app.close();
  await once(bystander, 'close');
  answer();
  expect(await replies).toMatch(/answered.*read$/s);
  await closing;
});

it('a closing server drops a request whose body does not arrive', async () => {
  await app.close();
  await open(1);
  const asked = once(app.server, 'request');
  const socket = await say(
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Type: text/plain\r\n\r\nhal',
  );
  await asked;
  await Promise.all([once(socket, 'close'), app.close()]);
});

it('a draining server answers a new request on a quiet connection', async () => {
  const socket = await say('');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const ended = drainConnections(app.server, { quietMs: 1_000 });
  disableKeepAlive(app.server);
  vi.advanceTimersByTime(900);
  const answered = once(socket, 'data');
  socket.write('POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  expect(String(await answered)).toMatch(/^HTTP\/1.1 200 OK\r\n(.*\r\n)*Connection: close\r\n/i);
  await ended;
  await app.close();
});

it('a draining server ends connections that stay quiet', async () => {
  const sockets = [await say(''), await say('GET /slow HTTP/1.1\r\nHost: a\r\nX-Half:')];
  const closed = sockets.map((socket) => once(socket, 'close'));
  await Promise.all([...closed, drainConnections(app.server, { quietMs: 1 })]);
  await app.close();
});

/** A client that connects while this thread is busy: the kernel accepts it, but Node has not seen it yet. */
const CLIENT = `
  const { parentPort, workerData: { port, come } } = require('node:worker_threads');
  const socket = require('node:net').connect(port, '127.0.0.1', () => {
    Atomics.store(come, 0, 1);
    Atomics.notify(come, 0);
    socket.write('POST /form HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n');
  });
  let said = '';
  socket.on('data', (data) => (said += data));
  socket.on('error', (error) => (said += error.code));
  socket.on('close', () => parentPort.postMessage(said));
`;

it('a draining server answers a client that connected while the event loop was busy', async () => {
  const come = new Int32Array(new SharedArrayBuffer(4));
  const { port } = app.server.address() as AddressInfo;
  const told = Promise.withResolvers<string>();
  setImmediate(() => {
    const client = new Worker(CLIENT, { eval: true, workerData: { port, come } });
    client.once('message', told.resolve);
    Atomics.wait(come, 0, 0);
  });
  await drainConnections(app.server, { quietMs: 1_000 });
  expect(await told.promise).toMatch(/^HTTP\/1\.1 200 .*read$/s);
});
