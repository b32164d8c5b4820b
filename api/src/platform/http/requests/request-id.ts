import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Accepted request ids: long enough to be unique, short and plain enough for a log. */
const ACCEPTED = /^[\w.-]{8,64}$/;

/** The id in the log and in failure replies: the id that the request came with, or a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
