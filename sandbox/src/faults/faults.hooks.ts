import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorDetails, requestErrorDetails, serverErrorDetails } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { countCall, takeFault } from './faults.queries.ts';
import type { AnswerKind, Behaviour, CallOperation } from './faults.rules.ts';

/** Errors of the provider itself, independent of the call. */
const errors: Record<AnswerKind, { status: number; details: ErrorDetails }> = {
  'status-500': { status: 500, details: serverErrorDetails },
  'too-many-requests': {
    status: 429,
    details: requestErrorDetails('Request failed. Please try after sometime.'),
  },
  // The documentation says 400. In practice the status is 401.
  'invalid-keys': { status: 400, details: requestErrorDetails('The api key provided is invalid') },
  // The maximum depends on the account.
  'amount-too-large': { status: 400, details: requestErrorDetails('Amount exceeds maximum amount allowed.') },
  'low-balance': {
    status: 400,
    details: requestErrorDetails('Your account does not have enough balance to carry out the refund operation.'),
  },
  'gateway-error': {
    status: 400,
    details: { ...serverErrorDetails, code: 'GATEWAY_ERROR', source: 'gateway', reason: 'gateway_technical_error' },
  },
};

/** Route options under which a call can be made to fail: `app.get(path, faultHooks('fetch-order'), handler)`. */
export type FaultHooks = ReturnType<typeof createFaultHooks>;

/** `closing` ends hanging calls, which would otherwise keep the server from closing. */
export function createFaultHooks(sandbox: Sandbox, closing: AbortSignal) {
  const lostAnswers = new WeakMap<FastifyRequest, Behaviour>();

  return (operation: CallOperation) => ({
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (sandbox.allowFaults) await countCall(sandbox.pool, operation);
      const fault = await takeFault(sandbox.pool, sandbox, operation);
      if (fault?.phase === 'after') lostAnswers.set(request, fault);
      if (fault?.phase !== 'before') return;
      const answer = answerOf(fault);
      if (answer) return reply.code(answer.status).headers(answer.headers).send(answer.content);
      if (await isConnectionLost(fault, request, closing)) return reply.hijack();
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const fault = lostAnswers.get(request);
      if (!fault) return payload;
      const answer = answerOf(fault);
      if (answer) {
        reply.code(answer.status).headers(answer.headers);
        return answer.content;
      }
      await isConnectionLost(fault, request, closing);
      return payload;
    },
  });
}

/** The answer of a fault, if it has one: the error object, or the page of a gateway. */
function answerOf({ kind, value }: Behaviour) {
  if (kind === 'page')
    return {
      status: value,
      headers: { 'content-type': 'text/html' },
      content: '<html><body>Under maintenance</body></html>',
    };
  const error = kind in errors ? errors[kind as AnswerKind] : undefined;
  const headers = {
    'content-type': 'application/json',
    ...(kind === 'too-many-requests' && value > 0 && { 'retry-after': String(value) }),
  };
  return error && { status: error.status, headers, content: JSON.stringify({ error: error.details }) };
}

/** Carries out the fault on the connection. Returns whether the connection is gone. */
async function isConnectionLost(fault: Behaviour, request: FastifyRequest, closing: AbortSignal): Promise<boolean> {
  const { socket } = request.raw;
  if (fault.kind === 'delay') {
    await sleep(fault.value, undefined, { signal: closing }).catch(() => undefined);
    return false;
  }
  if (fault.kind === 'reset') {
    socket.resetAndDestroy();
    return true;
  }
  const closed = once(socket, 'close');
  const hangUp = () => socket.destroy();
  closing.addEventListener('abort', hangUp);
  await closed;
  closing.removeEventListener('abort', hangUp);
  return true;
}
