import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProviderError, serverErrorDetails } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { takeFault } from './faults.queries.ts';
import type { Behaviour, CallOperation } from './faults.rules.ts';

/** Route options under which a call can be made to fail: `app.get(path, faultHooks('fetch-order'), handler)`. */
export type FaultHooks = ReturnType<typeof createFaultHooks>;

/** `closing` ends hanging calls, which would otherwise keep the server from closing. */
export function createFaultHooks(sandbox: Sandbox, closing: AbortSignal) {
  const lostAnswers = new WeakMap<FastifyRequest, Behaviour>();

  return (operation: CallOperation) => ({
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const fault = await takeFault(sandbox.pool, sandbox, operation);
      if (fault?.phase === 'after') lostAnswers.set(request, fault);
      if (fault?.phase !== 'before') return;
      if (fault.kind === 'status-500') throw new ProviderError(500, serverErrorDetails);
      if (await isConnectionLost(fault, request, closing)) return reply.hijack();
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const fault = lostAnswers.get(request);
      if (!fault) return payload;
      if (fault.kind === 'status-500') {
        reply.code(500);
        return JSON.stringify({ error: serverErrorDetails });
      }
      await isConnectionLost(fault, request, closing);
      return payload;
    },
  });
}

/** Plays the fault out on the wire; answers whether there is nobody left to answer to. */
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
