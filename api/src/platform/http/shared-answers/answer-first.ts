import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ForwardedFor } from '../forwarded-address.ts';
import type { ReadLimit } from '../public-read-limit.ts';
import { requestId } from '../request-id.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { sendAnswer } from './send-answer.ts';
import { nameOfRequest } from './theme.ts';

type Parts = { kept: KeptAnswers; readLimit: ReadLimit; forwardedFor: ForwardedFor };
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const isPlainRead = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && !('content-length' in headers) && !('transfer-encoding' in headers);

/** The same that Fastify would have it: nothing has been done to the request's headers yet. */
const addressOf = (request: IncomingMessage, forwardedFor: ForwardedFor): string =>
  forwardedFor(request) ?? request.socket.remoteAddress ?? '';

/**
 * Sends what is kept before the framework sees the request: nobody's session is looked up, nothing is parsed, logged or
 * compressed. Whatever is not found, is due to be renewed or is over the read limit takes the long way.
 */
export function answerFirst(server: Server, { kept, readLimit, forwardedFor }: Parts): void {
  const longWay = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const answer = isPlainRead(request) ? kept.find(nameOfRequest(request)) : undefined;
    if (answer && readLimit.take(addressOf(request, forwardedFor), answer.reads) === 0)
      sendAnswer(request, response, answer, requestId(request));
    else for (const listener of longWay) listener.call(server, request, response);
  });
}
