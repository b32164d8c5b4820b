import type { IncomingMessage, Server } from 'node:http';
import { answerAhead } from '../answer-ahead.ts';
import type { ForwardedFor } from '../requests/forwarded-address.ts';
import { requestId } from '../requests/request-id.ts';
import type { ReadLimit } from '../security/public-read-limit.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { sendAnswer } from './send-answer.ts';
import { nameOfRequest } from './theme.ts';

type Parts = { kept: KeptAnswers; readLimit: ReadLimit; forwardedFor: ForwardedFor };

/** The same that Fastify would have it: nothing has been done to the request's headers yet. */
const addressOf = (request: IncomingMessage, forwardedFor: ForwardedFor): string =>
  forwardedFor(request) ?? request.socket.remoteAddress ?? '';

/**
 * Sends what is kept before the framework sees the request: nobody's session is looked up, nothing is parsed, logged or
 * compressed. Whatever is not found, is due to be renewed or is over the read limit takes the long way.
 */
export function answerFirst(server: Server, { kept, readLimit, forwardedFor }: Parts): void {
  answerAhead(server, (request, response) => {
    const answer = kept.find(nameOfRequest(request));
    if (!answer || readLimit.take(addressOf(request, forwardedFor), answer.reads) !== 0) return false;
    sendAnswer(request, response, answer, requestId(request));
    return true;
  });
}
