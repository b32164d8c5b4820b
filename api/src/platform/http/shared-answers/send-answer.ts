import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { chooseEncoding } from './encoding.ts';

/** Whether the client has these bytes, in whichever encoding and however a proxy has weakened the tag; `*` is any. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((candidate) => {
    if (candidate.trim() === '*') return true;
    const [, known] = /^\s*(?:W\/)?"([\w-]+?)(?:-(?:br|gzip))?"\s*$/.exec(candidate) ?? [];
    return known === tag;
  }) ?? false;

/** Writes a finished answer past the framework. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  requestId: string,
): void {
  const form = answer.form(chooseEncoding(request.headers['accept-encoding'] as string | undefined));
  if (answer.status === 200 && isKnown(request.headers['if-none-match'], answer.tag)) {
    response.writeHead(304, [...form.unchanged, 'x-request-id', requestId]).end();
    return;
  }
  response.writeHead(answer.status, [...form.headers, 'x-request-id', requestId]);
  if (request.method === 'HEAD') response.end();
  else response.end(form.body);
}
