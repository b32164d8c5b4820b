import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const isPlainRead = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && !('content-length' in headers) && !('transfer-encoding' in headers);

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
