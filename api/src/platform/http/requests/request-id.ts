import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a proxy or a caller may call its request: long enough to tell requests apart, short and plain enough for every log. */
const ACCEPTED = /^[\w.-]{8,64}$/;

/** The id under which a request is logged and its failure told: the one it came with, or a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
