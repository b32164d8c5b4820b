import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { closeConnectionsAsTheyEnd } from './closing.ts';

let app: FastifyInstance;
let answer: () => void;
const open = async (drainMs?: number) => {
  app = fastify();
  closeConnectionsAsTheyEnd(app, drainMs);
  app.get('/slow', () => new Promise((resolve) => (answer = () => resolve('answered'))));
  app.post('/form', async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
};
beforeEach(() => open());

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
])('closes although a client %s', async (_, text) => {
  const socket = await say(text);
  await Promise.all([once(socket, 'close'), app.close()]);
});

it('answers what is under way before it closes', async () => {
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

it('gives up a body that does not arrive', async () => {
  await app.close();
  await open(1);
  const asked = once(app.server, 'request');
  const socket = await say(
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Type: text/plain\r\n\r\nhal',
  );
  await asked;
  await Promise.all([once(socket, 'close'), app.close()]);
});
