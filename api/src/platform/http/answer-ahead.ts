import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasOneHost } from './security/host-header.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const isPlainRead = (request: IncomingMessage) => {
  const { method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !('content-length' in headers) && !('transfer-encoding' in headers) && hasOneHost(request);
};

/** Shows each read without a body to `answer` before the framework, which is given what is left unanswered. */
export function answerAhead(
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
