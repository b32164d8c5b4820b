import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { API_BASE } from '@shop/contract/calls';
import type { FailureKey } from '@shop/contract/failures';
import { fail } from '../failure.ts';
import { failureReply } from './error-handler.ts';
import { type HeaderOptions, securityHeaders } from './security-headers.ts';

type Answer = { status: number; failure: FailureKey };

const answers: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: { status: 431, failure: 'tooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, failure: 'malformed' },
};
const MALFORMED: Answer = { status: 400, failure: 'malformed' };

/** What Node cannot read as a request reaches no route and no hook: it is answered on the bare connection, like any failure. */
export const answerUnreadable =
  (options: HeaderOptions) =>
  (error: Error & { code: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, failure } = answers[error.code] ?? MALFORMED;
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
    socket.destroy(error);
  };
