import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { API_BASE } from '@shop/contract/calls/calls';
import type { FailureKey } from '@shop/contract/failures/failures';
import { fail } from '../../failure.ts';
import { failureReply } from '../error-handler.ts';
import { type HeaderOptions, securityHeaders } from '../security/security-headers.ts';

type Answer = { status: number; failure: FailureKey };

const answers: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: { status: 431, failure: 'tooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, failure: 'malformed' },
};
const MALFORMED: Answer = { status: 400, failure: 'malformed' };

/** The unfinished responses of each connection, in the order of their requests. */
const responsesOf = new WeakMap<Socket, ServerResponse[]>();
const refused = new WeakSet<Socket>();

/** Records which requests of a connection wait for their response. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const unfinished = responsesOf.get(socket)?.filter(({ closed }) => !closed) ?? [];
    responsesOf.set(socket, [...unfinished, response]);
  });
}

/**
 * Answers bytes that Node cannot parse as a request. They reach no route and no hook, so the failure is written to the
 * socket. Earlier requests on the same connection (pipelining) are answered first.
 */
export const answerUnreadable =
  (options: HeaderOptions) =>
  (error: Error & { code: string }, socket: Socket): void => {
    // Node reports the error again for each further chunk.
    if (error.code === 'ECONNRESET' || socket.destroyed || refused.has(socket)) return;
    refused.add(socket);
    // A request with an unreadable body never completes, so it is not waited for.
    const before = responsesOf.get(socket)?.findLast(({ req, closed }) => req.complete && !closed);
    if (before) before.once('close', () => refuse(options, error.code, socket));
    else refuse(options, error.code, socket);
  };

function refuse(options: HeaderOptions, code: string, socket: Socket): void {
  const { status, failure } = answers[code] ?? MALFORMED;
  const id = randomUUID();
  const body = JSON.stringify(failureReply(fail(failure), id));
  const headers = {
    ...securityHeaders(API_BASE, options),
    'x-request-id': id,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // Waits until everything is written.
  socket.destroySoon();
}
