import type { IncomingMessage, Server } from 'node:http';
import { answerBeforeFastify } from '../answer-before-fastify.ts';
import type { ForwardedFor } from '../requests/forwarded-address.ts';
import { requestId } from '../requests/request-id.ts';
import type { ReadLimit } from '../security/public-read-limit.ts';
import type { AnswerCache } from './answer-cache.ts';
import { sendAnswer } from './send-answer.ts';
import { cacheUrlOf } from './theme.ts';

type Parts = { cache: AnswerCache; readLimit: ReadLimit; forwardedFor: ForwardedFor };

/** The same address as `request.ip` of Fastify, read from the raw headers. */
const addressOf = (request: IncomingMessage, forwardedFor: ForwardedFor): string =>
  forwardedFor(request) ?? request.socket.remoteAddress ?? '';

/**
 * Sends cached answers before Fastify sees the request: without session, parsing, log line or compression. Fastify handles
 * requests that miss the cache, must renew an entry or exceed the read limit.
 */
export function answerFromCache(server: Server, { cache, readLimit, forwardedFor }: Parts): void {
  answerBeforeFastify(server, (request, response) => {
    const answer = cache.find(cacheUrlOf(request));
    if (!answer || readLimit.take(addressOf(request, forwardedFor), answer.reads) !== 0) return false;
    sendAnswer(request, response, answer, requestId(request));
    return true;
  });
}
