import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasOneHost } from './security/host-header.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const isPlainRead = (request: IncomingMessage) => {
  const { method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !('content-length' in headers) && !('transfer-encoding' in headers) && hasOneHost(request);
};

/** Calls `answer` for each GET and HEAD without a body, before Fastify. Fastify gets the requests that it leaves unanswered. */
export function answerBeforeFastify(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const longWay = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isPlainRead(request) && answer(request, response)) return;
    for (const listener of longWay) listener.call(server, request, response);
  });
}
