import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { chooseEncoding } from './encoding.ts';

/** Whether `If-None-Match` names the answer in any encoding, weak or strong; `*` matches all. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((candidate) => {
    if (candidate.trim() === '*') return true;
    const [, known] = /^\s*(?:W\/)?"([\w-]+?)(?:-(?:br|gzip))?"\s*$/.exec(candidate) ?? [];
    return known === tag;
  }) ?? false;

/** Writes an answer to the raw response, without Fastify. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  requestId: string,
): void {
  const encoded = answer.encodedAs(chooseEncoding(request.headers['accept-encoding'] as string | undefined));
  if (answer.status === 200 && isKnown(request.headers['if-none-match'], answer.tag)) {
    response.writeHead(304, [...encoded.unchanged, 'x-request-id', requestId]).end();
    return;
  }
  response.writeHead(answer.status, [...encoded.headers, 'x-request-id', requestId]);
  if (request.method === 'HEAD') response.end();
  else response.end(encoded.body);
}
